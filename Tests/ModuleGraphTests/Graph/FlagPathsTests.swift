import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct FlagPathsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let flags: [String]
    let expected: [RelativePath]
    var tool = "c"
    var name = "unsafeFlags"
    var testDescription: String { flags.joined(separator: " ") }

    init(_ flags: String, _ expected: [RelativePath], tool: String = "c", name: String = "unsafeFlags") {
      self.flags = flags.split(separator: " ").map(String.init)
      self.expected = expected
      (self.tool, self.name) = (tool, name)
    }
  }

  static let cases = [
    Case("-I../Headers", ["Headers"]), Case("-I ../Headers", ["Headers"]), Case("-Ilater", ["P/later"]),
    Case("-isystem ../Headers -O2", ["Headers"]), Case("-iquote../Headers", ["Headers"], tool: "cxx"),
    Case("-Xcc -I../Headers", ["Headers"], tool: "swift"),
    Case("-Xcc -I -Xcc ../Headers", ["Headers"], tool: "swift"),
    Case("-I/shop/Headers", ["Headers"]), Case("-I/usr/include -I /opt", []), Case("-I/shopping/Headers", []),
    Case("-IHeaders", ["Headers", "P/Headers"]),
    Case("-fmodule-map-file=Maps/m.map", ["P/Maps/m.map"]),
    Case("-Xcc -fmodule-map-file=/shop/Headers/x.map", ["Headers/x.map"], tool: "swift"),
    Case("-import-objc-header Maps/b.h", ["P/Maps/b.h"], tool: "swift"),
    Case("-include ../Headers/h.h", ["Headers/h.h"]),
    Case("-L../Headers -lz", ["Headers"], tool: "linker"),
    Case("-Xlinker -L../Headers", ["Headers"], tool: "linker"),
    Case("-Wl,-L,../Headers,-z", ["Headers"], tool: "linker"),
    Case("../Headers/h.h", ["Headers/h.h"], tool: "linker"), Case("@Maps/m.map", ["P/Maps/m.map"]),
    Case("got/libx.a -Xlinker /shop/got/liby.so", ["P/got/libx.a", "got/liby.so"], tool: "linker"),
    Case("-index-store-path got/index -Xlinker -Map=got/x.map -lgot", [], tool: "linker"),
    Case("-load-plugin-executable ../Headers/tool#Macros", ["Headers/tool"], tool: "swift"),
    Case("-Xlinker --version-script=Maps/later", ["P/Maps/later"], tool: "linker"),
    Case("-Wl,--dynamic-list,Maps/m.map", ["P/Maps/m.map"], tool: "linker"),
    Case("-Wl,-T,Maps/later.ld -TMaps/m.map", ["P/Maps/later.ld", "P/Maps/m.map"], tool: "linker"),
    Case("-Wa,-I../Headers", ["Headers"]),
    Case("-fmodule-file=M=../Headers/h.h", ["Headers/h.h", "P/M=../Headers/h.h"]),
    Case("--embed-dir=Blobs -cxx-isystem ../Headers", ["Headers", "P/Blobs"]),
    Case("-rpath $ORIGIN/x", [], tool: "linker"),
    Case("-DMaps -D none -Wall . ..", []), Case("-ISources/C", []), Case("-I.", ["P"]),
    Case("../Shared", ["P/Sources/Shared"], name: "headerSearchPath"),
    Case("../../../Headers", ["Headers"], tool: "cxx", name: "headerSearchPath"),
    Case("inner", [], name: "headerSearchPath"), Case("/shop/Headers", ["Headers"], name: "headerSearchPath"),
    Case("/usr/include", [], name: "headerSearchPath"), Case("../Headers", [], name: "define"),
    Case(
      #"H="../../../Headers/h.h" N=1/2"#, ["Headers/h.h", "P/Headers/h.h", "P/Sources/Headers/h.h"],
      name: "define"),
  ]

  @Test(arguments: cases) func aSettingThatReachesOutMakesAnInput(_ example: Case) throws {
    let target = TargetDescription(
      name: "C", settings: [BuildSetting(tool: example.tool, name: example.name, values: example.flags)])
    let graph = try GraphFromFiles.graph(
      ["P": PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0), targets: [target])],
      MemoryTree(paths: [
        "P/Package.swift", "P/Sources/C/c.c", "Headers/h.h", "P/Maps/m.map", "P/Maps/b.h",
      ]))
    #expect(graph.modules[0].layout.inputs == example.expected)
  }
}
