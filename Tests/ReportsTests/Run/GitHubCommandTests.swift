import TestSupport
import Testing

@testable import Reports

@Suite("Commands to GitHub's runner")
struct GitHubCommandTests {
  @Test(
    "what goes in comes out at the runner",
    arguments: [
      "plain", "50% off", "%0A", "a\nb\r\nc\rd", "x:y,z", "::error::no", "ü日本", "a,file=/etc/passwd::b", "",
    ])
  func roundTrip(_ text: String) throws {
    let line = GitHubCommand.annotation(.error, file: text, line: 3, title: text, message: text)
    let commands = GitHubRunner.commands(in: line)
    #expect(
      commands == [
        .init(name: "error", properties: ["file": text, "line": "3", "title": text], message: text)
      ])
  }

  @Test("a line without a file would be ignored, and is not sent")
  func noFile() {
    #expect(
      GitHubCommand.annotation(.warning, file: nil, line: 3, title: "t", message: "m")
        == "::warning title=t::m\n")
  }

  @Test("nothing in a log is obeyed")
  func log() {
    let hostile = [
      "::error::gotcha", "  ::set-output name=a::b", "\t::add-mask::x", "##[add-path]/evil",
      "::stop-commands::other", "::other::", "::endgroup::",
    ]
    let text = GitHubCommand.group("title", hostile, token: "5ec7e7")
    #expect(GitHubRunner.commands(in: text).map(\.name) == ["group", "stop-commands", "5ec7e7", "endgroup"])
    for line in hostile { #expect(GitHubRunner.commands(in: GitHubCommand.defused(line)).isEmpty, "\(line)") }
    #expect(GitHubCommand.defused("✓ //A:B  1 test") == "✓ //A:B  1 test")
  }
}
