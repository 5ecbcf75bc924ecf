import Foundation
import Manifests
import Platform
import TestSupport
import Testing

@testable import IndexStore

/// What the toolchain's own compiler writes, read.
@Suite struct IndexStoreTests {
  private let folder: TemporaryFolder
  private let library: IndexLibrary

  init() throws {
    folder = try TemporaryFolder()
    let toolchain = try Toolchain.locate(
      searchPath: Programs.searchPath, environment: ProcessInfo.processInfo.environment)
    library = try IndexLibrary(besideCompiler: toolchain.swiftCompiler)
  }

  /// Compiles sources as one module, with its index in `store`.
  private func compile(_ sources: [String: String], module: String = "Cart", store: String = "store") throws {
    for (name, text) in sources { try folder.write(text, to: "src/\(name)") }
    let output = try Programs(home: folder.path("home")).run(
      "swiftc",
      [
        "-parse-as-library", "-emit-library", "-module-name", module, "-index-store-path", folder.path(store),
        "-o",
        folder.path("lib\(module).so"),
      ] + sources.keys.sorted().map { folder.path("src/\($0)") }, in: folder.path("src"))
    try #require(output.status.isSuccess, "\(output.stderrText)")
  }

  private func read(_ stores: [String] = ["store"]) throws -> [IndexedSource] {
    try IndexedSource.all(
      in: stores.map { try IndexStore(library, at: folder.path($0)) }, below: folder.path("src"), jobs: 2,
      modules: { _ in true })
  }

  @Test func declarationsAndUsesStandWhereTheyAreWritten() throws {
    try compile([
      "Price.swift": "struct Price: Hashable {\n  var cents = 1\n}\n",
      "Cart.swift": "func total(_ price: Price) -> Int {\n  price.cents\n}\n",
      "Empty.swift": "",
    ])
    let sources = try read()
    #expect(
      sources.map { String($0.file.split(separator: "/").last ?? "") } == [
        "Cart.swift", "Empty.swift", "Price.swift",
      ])
    #expect(Set(sources.map(\.module)) == ["Cart"])
    let (cart, price) = (sources[0].record, sources[2].record)

    let declared = try #require(price.symbols.firstIndex { $0.name == "Price" && $0.kind == .struct })
    let definition = try #require(
      price.occurrences.first { $0.symbol == declared && $0.roles.contains(.definition) })
    #expect((definition.line, definition.column) == (1, 8))
    let cents = try #require(price.symbols.firstIndex { $0.name == "cents" && $0.kind == .instanceProperty })
    let member = try #require(
      price.occurrences.first { $0.symbol == cents && $0.roles.contains(.definition) })
    #expect(member.relations.contains { $0.symbol == declared && $0.roles.contains(.childOf) })

    // The same symbol by the same name elsewhere.
    let used = try #require(cart.symbols.firstIndex { $0.usr == price.symbols[declared].usr })
    let use = try #require(cart.occurrences.first { $0.symbol == used && $0.roles.contains(.reference) })
    #expect((use.line, use.column) == (1, 21))
  }

  /// A store keeps what older compilers wrote.
  @Test func theLastCompilerIsBelieved() throws {
    try compile(["A.swift": "struct Old {}\n"])
    try compile(["A.swift": "struct New {}\n"])
    let names = try #require(read().first).record.symbols.map(\.name)
    #expect(names.contains("New") && !names.contains("Old"))
    try compile(["A.swift": "struct Newest {}\n"], store: "other")
    let newest = try #require(read(["store", "other"]).first).record.symbols.map(\.name)
    #expect(newest.contains("Newest"))
  }

  @Test func aSourceOfTwoModulesIsThereForEach() throws {
    try compile(["A.swift": "struct A {}\n"], module: "One")
    try compile(["A.swift": "struct A {}\n"], module: "Two")
    #expect(try read().map(\.module) == ["One", "Two"])
  }

  @Test func whatIsNoLibraryOrNoIndexIsSaid() throws {
    #expect(throws: IndexStoreError.self) { try IndexLibrary(besideCompiler: folder.path("bin/swiftc")) }
    try folder.write("no library", to: "lib/libIndexStore.so")
    #expect(throws: IndexStoreError.self) { try IndexLibrary(besideCompiler: folder.path("bin/swiftc")) }
    try compile(["A.swift": "struct A {}\n"])
    let store = try IndexStore(library, at: folder.path("store"))
    #expect(throws: IndexStoreError.self) { try store.unit("none", below: "/") }
    #expect(throws: IndexStoreError.self) { try store.record("none") }
  }
}
