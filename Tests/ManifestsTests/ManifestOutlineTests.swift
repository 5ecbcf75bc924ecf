import Testing

@testable import SwiftSources

@Suite("Manifests: what may share a program")
struct ManifestOutlineTests {
  private func outline(_ body: String, version: String = "5.9") -> ManifestOutline? {
    try? ManifestOutline(
      Array("// swift-tools-version: \(version)\nimport PackageDescription\n\(body)\n".utf8))
  }

  @Test(arguments: [
    "let x = \"}\"", "let x = #\"\"\"#", "let x = 4 / 2", "func f() -> Int { return 1 }", "// }", "/* { */",
    "let x = [1].map { $0 }", "let x = \"\\(\"}\")\"", "#if os(Linux)\nlet x = 1\n#endif", "let y = a.import",
  ])
  func `is accepted or doubted, never cut short`(body: String) {
    // A doubtful text costs time only; an accepted one must keep its brackets to itself.
    guard let outline = self.outline(body) else { return }
    #expect((try? TokenizedManifest(outline.body)) != nil)
  }

  @Test(arguments: [
    "}", "{", "}\nfunc x() {", "/*", "\"\"\"", "let x = \"", "#if A\n}\n#endif\n{",
    "#if A\n{\n#else\n}\n#endif", "#if A",
    "#endif", "extension Int {}", "protocol P {}", "private let x = 1", "@available(macOS 10, *) func f() {}",
    "return", "if true { return }", "import struct Foundation", "import struct Foundation.\nURL",
    "import struct A.B.C", "@testable import X", "public import X",
    "#if A\nimport X\n#endif", "import A.B", "let x = /re}gex/", "let x = #/re}gex/#", "let x = #file",
    "#!/bin/sh",
    "defer { x() }", "let x = CommandLine.arguments", "let x = Context.gitInformation", "let x = 1\u{0}",
    "`x", "\u{7F}",
    "let x = \"\\(\"", "let x = \"a\nb\"", "lazy var x = 1", "#sourceLocation(file: \"x\", line: 1)",
    "while true { return }",
  ])
  func `is doubted`(body: String) {
    #expect(outline(body) == nil)
  }

  @Test func `imports are gathered and blanked in place`() throws {
    let outline = try #require(
      self.outline("import Foundation; let x = 1\nimport CompilerPluginSupport // why"))
    #expect(outline.imports == ["CompilerPluginSupport", "Foundation", "PackageDescription"])
    let text = String(decoding: outline.body, as: UTF8.self)
    #expect(!text.contains("import"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
    #expect(text.contains(" let x = 1") && !text.contains(";") && text.contains("// why"))
  }

  @Test func `the import of one declaration is kept as it is`() throws {
    let outline = try #require(
      self.outline("import class Foundation.ProcessInfo\nimport struct Foundation.URL; let x = 1"))
    #expect(
      outline.imports == ["PackageDescription", "class Foundation.ProcessInfo", "struct Foundation.URL"])
    #expect(outline.modules == ["Foundation", "PackageDescription"])
    let text = String(decoding: outline.body, as: UTF8.self)
    #expect(!text.contains("Foundation") && text.contains(" let x = 1"))
  }

  @Test func `a manifest must import PackageDescription`() {
    #expect((try? ManifestOutline(Array("// swift-tools-version: 5.9\nlet x = 1\n".utf8))) == nil)
  }

  @Test func `mode 6 keeps functions from the variables of a script`() {
    #expect(outline("var x = 1\nfunc f() { x += 1 }", version: "6.0") == nil)
    #expect(outline("var x = 1\nfunc f() { x += 1 }", version: "5.9") != nil)
    #expect(outline("let x = 1\nfunc f() -> Int { 2 }", version: "6.0") != nil)
  }

  @Test(arguments: [
    ("let p = 1", ManifestPurity.pure), ("let p = Context.environment[\"X\"]", .environment),
    ("let p = \"\\(Context.packageDirectory)/x\"", .environment), ("let p = #filePath", .environment),
    ("let p = Context.gitInformation", .world), ("let c = Context.self", .world),
    ("import Foundation", .world),
    ("#if canImport(Glibc)\nimport Glibc\n#endif", .world), ("import CompilerPluginSupport", .pure),
    ("@_silgen_name(\"getenv\") func g()", .world), ("let p = Int.random(in: 0...1)", .world),
    ("let p: SwiftSetting = .unsafeFlags([])", .pure), ("let p = unsafeFlagsOf(x)", .world),
    ("let s = \"", .world), ("let p = unsafeBitCast(f, to: Int.self)", .world),
    ("[1].withUnsafeMutableBufferPointer { _ in }", .world), ("Unmanaged.passRetained(o)", .world),
    ("[1].withContiguousStorageIfAvailable { _ in }", .world),
    ("// import Foundation", .pure), ("let s = \"Context.environment\"", .pure),
    ("let s = \"\\(Context.environment)\"", .environment),
  ])
  func `purity`(body: String, purity: ManifestPurity) {
    #expect(
      ManifestPurity.of(Array("// swift-tools-version: 5.9\nimport PackageDescription\n\(body)\n".utf8))
        == purity)
  }
}
