import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// What the build of a C or system target reads because its files name it.
@Suite struct IncludedFileTests {
  private static let manifests: [RelativePath: PackageManifest] = [
    "P": PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      targets: [TargetDescription(name: "C"), TargetDescription(name: "S", kind: .system)])
  ]

  private func layout(_ name: String, _ files: [String: String]) throws -> TargetLayout {
    let always = ["P/Package.swift": "", "P/Sources/C/c.c": "", "P/Sources/S/shim.h": ""]
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(always.merging(files) { $1 }))
    let index = try #require(graph.index(of: ModuleID(package: "P", name: name)))
    return graph.modules[index].layout
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let read: [String]
    var others: [String] = []
  }

  private static let map = "P/Sources/S/module.modulemap"
  private static let header = ["Other/include/x.h": "", "Other/include/deep/y.h": "", "Other/z.h": ""]

  @Test(arguments: [
    Case(
      testDescription: "a header elsewhere",
      files: header.merging([map: "module S { header \"../../../Other/include/x.h\" }"]) { $1 },
      read: ["Other/include/x.h"], others: ["Other/z.h"]),
    Case(
      testDescription: "a private textual header, and one that is left out",
      files: header.merging([
        map: "module S { private textual header \"../../../Other/z.h\"\nexclude header \"../../a/b.h\" }"
      ]) { $1 }, read: ["Other/z.h", "P/a/b.h"]),
    Case(
      testDescription: "an umbrella folder",
      files: header.merging([map: "/* x */ module S { umbrella \"../../../Other/include\" export * }"]) {
        $1
      },
      read: ["Other/include/new.h", "Other/include/deep/y.h"], others: ["Other/z.h"]),
    Case(
      testDescription: "an umbrella header",
      files: header.merging([map: "module S { umbrella header \"../../../Other/include/x.h\" }"]) { $1 },
      read: ["Other/include/new.h"], others: ["Other/z.h"]),
    Case(
      testDescription: "a map elsewhere, and what that names",
      files: header.merging([
        map: "extern module T.U \"../../../Maps/t.modulemap\"",
        "Maps/t.modulemap": "module T { header \"../Other/z.h\" }", "Other/z.h": "#include \"near.h\"",
      ]) { $1 }, read: ["Maps/t.modulemap", "Other/z.h", "Other/near.h"], others: ["Other/include/x.h"]),
    Case(
      testDescription: "only words in front of names count",
      files: header.merging([
        map: "module S { // header \"../../../Other/z.h\"\n link \"../../../Other/z.h\" }"
      ]) {
        $1
      }, read: [], others: ["Other/z.h"]),
  ])
  func aModuleMapNamesFiles(example: Case) throws {
    let layout = try layout("S", example.files)
    for path in example.read { #expect(layout.reads(RelativePath(path)), "\(path)") }
    for path in example.others { #expect(!layout.reads(RelativePath(path)), "\(path)") }
  }

  @Test(arguments: [
    ("#include \"../../../Other/x.h\"", "Other/x.h"),
    ("asm(\".incbin \\\"Blobs/a.bin\\\"\");", "P/Blobs/a.bin"),
    ("#embed \"../../Blobs/a.bin\"", "P/Blobs/a.bin"),
    ("asm(\".incbin \\\"Blobs/b.bin\\\"\");", "Blobs/b.bin"),
  ])
  func sourcesNameFilesElsewhere(text: String, path: String) throws {
    let files = ["P/Sources/C/c.c": text, "Blobs/b.bin": "", "Other/x.h": ""]
    #expect(try layout("C", files).reads(RelativePath(path)))
  }

  @Test(arguments: [
    "#embed \"LICENSE\"", "#embed <LICENSE>", "#include \"LICENSE\"", "x: .incbin \"LICENSE\"",
  ])
  func whatSourcesTakeInFromTheTargetIsCompiled(text: String) throws {
    let layout = try layout("C", ["P/Sources/C/c.S": text])
    #expect(layout.compiles("P/Sources/C/LICENSE"))
    #expect(!layout.compiles("P/Sources/C/README.md"))
  }
}
