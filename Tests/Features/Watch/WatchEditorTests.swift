import Base
import Foundation
import TestSupport
import Testing

@testable import Features
@testable import Session

@Suite struct WatchEditorTests {
  private static func place(_ lines: String..., files: Set<String> = ["A.swift", "a b/C:3.swift"])
    -> FailurePlace?
  {
    FailurePlace.first(in: lines) { files.contains($0) }
  }

  @Test(arguments: [
    ("      A.swift:12  Expectation failed", "A.swift", 12, nil as Int?),
    ("✗ A.swift:3:7: error: no", "A.swift", 3, 7), ("A.swift:4", "A.swift", 4, nil),
    ("    a b/C:3.swift:5  failed", "a b/C:3.swift", 5, nil),
    ("\u{1B}[36mA.swift:9\u{1B}[0m  x", "A.swift", 9, nil),
  ])
  func theFirstPlaceOfAFileThatIsThere(line: String, path: String, number: Int, column: Int?) {
    #expect(
      Self.place("Failed", line, "A.swift:99") == FailurePlace(path: path, line: number, column: column))
  }

  @Test func otherNumbersAreNoPlaces() {
    #expect(Self.place("B.swift:3  gone", "took 3:4", "A.swift:", "A.swift:x", "A.swift:3rd", "") == nil)
  }

  private static let failure = FailurePlace(path: "A.swift", line: 12, column: 5)

  @Test(arguments: [
    ("vim", ["+12", "/w/A.swift"]), ("/usr/bin/nano -l", ["+12", "/w/A.swift"]),
    ("code --wait", ["--goto", "/w/A.swift:12:5"]), ("zed", ["/w/A.swift:12:5"]),
    ("xed", ["--line", "12", "/w/A.swift"]),
  ])
  func everyEditorGetsThePlaceInItsOwnWords(editor: String, arguments: [String]) throws {
    let editor = try #require(WatchEditor(["EDITOR": editor]))
    #expect(editor.arguments(Self.failure, "/w/A.swift") == arguments)
  }

  @Test func visualComesBeforeEditor() {
    #expect(WatchEditor(["VISUAL": "vim", "EDITOR": "nano"]) == WatchEditor(["EDITOR": "vim"]))
    #expect(WatchEditor(["VISUAL": "", "EDITOR": "nano"]) == WatchEditor(["EDITOR": "nano"]))
    #expect(WatchEditor(["VISUAL": ""]) == nil)
  }

  /// Other editors give `-w` another meaning.
  @Test func aWindowIsNotWaitedFor() throws {
    let words = ["code --wait -n", "emacs -w 5"].compactMap { line in
      WatchEditor(["EDITOR": line])?.command(Self.failure, "/w/A.swift", [:], in: "/").arguments.dropFirst()
        .first
    }
    #expect(words == ["code -n \"$@\"", "emacs -w 5 \"$@\""])
  }

  /// A real shell splits the command line. The path is one word, and no part of it is a command.
  @Test func theShellStartsTheEditor() throws {
    let place = try TemporaryFolder()
    let path = place.path("$(touch no) 'a'.swift")
    let editor = try #require(WatchEditor(["EDITOR": "printf '%s\\n'"]))
    let output = try editor.command(Self.failure, path, ["PATH": "/usr/bin:/bin"], in: place.path).run()
    #expect(output.stdoutText.split(separator: "\n").map(String.init) == ["+12", path])
    #expect(!LocalFiles.isFile(place.path("no")))
  }

  @Test func aNoticeHasTheVerdictAsOneArgument() throws {
    let place = try TemporaryFolder()
    #expect(DesktopNotice(inSearchPath: place.path) == nil)
    for name in ["osascript", "notify-send"] {
      try place.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: name)
      chmod(place.path(name), 0o755)
      let notice = try #require(DesktopNotice(inSearchPath: place.path))
      let output = try notice.command("ambit test: failed", "a \"quoted\"; text", [:]).run()
      let words = output.stdoutText.split(separator: "\n").map(String.init)
      #expect(words.suffix(2) == ["ambit test: failed", "a \"quoted\"; text"])
      #expect(words.first == (name == "osascript" ? "-e" : "--app-name=ambit"))
    }
  }

  @Test func aPassAfterAPassIsNoNews() {
    #expect(!DesktopNotice.isNews(.passed, after: nil) && !DesktopNotice.isNews(.passed, after: .passed))
    #expect(DesktopNotice.isNews(.passed, after: .failed) && DesktopNotice.isNews(.passed, after: .noVerdict))
    #expect(DesktopNotice.isNews(.failed, after: .failed) && DesktopNotice.isNews(.noVerdict, after: nil))
  }
}
