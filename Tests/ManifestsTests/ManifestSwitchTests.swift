import TestSupport
import Testing

@testable import SwiftSources

@Suite("A dependency as a working copy, in a manifest's text")
struct ManifestSwitchTests {
  private static let url = "https://code.example/Core.git"

  private func local(
    _ text: String, path: String = "../../Modules/Core", reference: String? = "1.2.0"
  ) throws -> String? {
    try ManifestSwitch.local(
      Array(text.utf8), locations: [Self.url], path: path, reference: reference
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  private func released(_ text: String) -> String? {
    ManifestSwitch.released(Array(text.utf8)) { _ in true }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "a call is replaced, and what it said is kept behind it",
    arguments: [
      (
        #".package(url: "https://code.example/Core.git", from: "1.2.0")"#,
        #".package(path: "../../Modules/Core")"#
      ),
      (
        #".package(name: "Core", url: "https://code.example/Core.git", .upToNextMinor(from: "1.2.0"))"#,
        #".package(name: "Core", path: "../../Modules/Core")"#
      ),
      (
        #".package(url: "https://code.example/Core.git", branch: "main", traits: ["a", .trait(name: "b")])"#,
        #".package(path: "../../Modules/Core", traits: ["a", .trait(name: "b")])"#
      ),
      (
        ".package(\n  url: \"https://code.example/Core.git\",\n  exact: \"1.2.0\"\n)",
        #".package(path: "../../Modules/Core")"#
      ),
    ])
  func forms(_ before: String, _ after: String) throws {
    let text =
      "let x = [ \(before), /* é */ .package(url: \"https://code.example/Other.git\", from: \"1.0.0\")]\n"
    let written = try #require(try local(text))
    #expect(written == text.replacing(before, with: "\(after) /* ambit released 1.2.0: \(before) */"))
    let mark = try #require(LocalMark.all(in: Array(written.utf8)).first)
    #expect(mark.path == "../../Modules/Core" && mark.reference == "1.2.0")
    #expect(mark.released == before && mark.location == Self.url)
    #expect(released(written) == text)
  }

  @Test("a folder is named by its path or as a URL")
  func folders() throws {
    let call = #".package(url: "file:///repositories/Core.git", from: "1.2.0")"#
    let written = try ManifestSwitch.local(
      Array(call.utf8), locations: ["/repositories/Core.git"], path: "../Core", reference: nil)
    #expect(
      written.map { String(decoding: $0, as: UTF8.self) }
        == #".package(path: "../Core") /* ambit released: \#(call) */"#)
  }

  @Test("nothing is known of what no lockfile pins")
  func unpinned() throws {
    let text = #"[.package(url: "https://code.example/Core.git", from: "1.2.0")]"#
    let written = try #require(try local(text, reference: nil))
    #expect(LocalMark.all(in: Array(written.utf8)).first?.reference == nil)
    #expect(released(written) == text)
  }

  @Test(
    "what is not such a call stays",
    arguments: [
      #"// .package(url: "https://code.example/Core.git", from: "1.2.0")"#,
      ##"let s = #".package(url: "https://code.example/Core.git", from: "1.2.0")"#"##,
      #"let u = "https://code.example/Core.git"; let d = .package(url: u, from: "1.2.0")"#,
      #".package(path: "../Core")"#, "",
    ])
  func others(_ text: String) throws {
    #expect(try local(text) == nil)
    #expect(released(text) == nil)
  }

  @Test("what could not be put back is refused")
  func refused() {
    for inside in ["/* old */ ", "// old\n"] {
      #expect(throws: ManifestDoubt(reason: "there is a comment inside the call that names the package")) {
        try local(".package(url: \"https://code.example/Core.git\", \(inside)from: \"1.2.0\")")
      }
    }
    let call = #".package(url: "https://code.example/Core.git", from: "1.2.0")"#
    #expect(throws: ManifestDoubt(reason: "the path \"a\"b\" has characters that a string must escape")) {
      try local(call, path: "a\"b")
    }
    #expect(throws: ManifestDoubt(reason: "its text has unbalanced brackets")) { try local("(" + call) }
  }

  @Test(
    "marks that somebody has cut are none",
    arguments: ["/* ambit released", "/* ambit released: */", "/* ambit released x */"])
  func broken(_ comment: String) {
    #expect(LocalMark.all(in: Array(".package(path: \"x\") \(comment)".utf8)).isEmpty)
  }

  @Test("there and back is the same text, whatever stands around", arguments: 0..<200)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      #".package(url: "https://code.example/Core.git", from: "1.2.0")"#, "\n", ", ", "[", "]", "/* ünd */",
      "// x\n",
      #".package(path: "../A")"#, #""a string \(1 + 2)""#, "{}", "#if os(Linux)\n", "#endif\n", "\r\n",
      "let a = 1\n",
      ".package(url: \"https://code.example/Core.git\",\n    .upToNextMajor(from: \"1.0.0\"))",
    ]
    let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }
    .joined()
    // What is not balanced is refused, and nothing is written then.
    guard let written = try? local(text) else { return }
    #expect(released(written) == text, "seed \(seed)")
  }
}
