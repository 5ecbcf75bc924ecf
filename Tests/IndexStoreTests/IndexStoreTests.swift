import Base
import Foundation
import TestSupport
import Testing

@testable import Features
@testable import SwiftSources

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

  /// The build is the oracle: what a compiler writes that makes nothing says the same.
  @Test func whatIsOnlyCheckedHasTheIndexOfABuild() throws {
    let sources = [
      "Shape.swift": """
      import Foundation
      protocol Shape { associatedtype Unit: Hashable; var area: Double { get }; func scaled(by factor: Double) -> Self }
      extension Shape { var isEmpty: Bool { area == 0 } }
      @propertyWrapper struct Clamped { var wrappedValue: Double { get { 1 } set {} } }
      """,
      "Round.swift": """
      import Observation
      class Round: Shape {
        typealias Unit = Int
        @Clamped var radius: Double
        var area: Double { didSet { print(oldValue) } }
        required init(area: Double = .pi) { self.area = area }
        func scaled(by factor: Double) -> Self { Self(area: area * factor) }
      }
      final class Ring: Round { override func scaled(by factor: Double) -> Self { super.scaled(by: 2) } }
      @Observable final class Watched { var ring = Ring(); subscript(at: Int) -> some Shape { ring } }
      """,
      "Use.swift": """
      enum Kind: String, CaseIterable { case one, two = "2" }
      func use<S: Shape>(_ shapes: [S]) -> Bool where S.Unit == Int { shapes.allSatisfy(\\.isEmpty) && Kind.one < .two }
      extension Kind: Comparable { static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue } }
      """,
    ]
    try compile(sources)
    let environment = ProcessInfo.processInfo.environment
    let toolchain = try Toolchain.locate(searchPath: Programs.searchPath, environment: environment)
    let names = sources.keys.sorted()
    let emission = InterfaceEmission(
      compiler: SwiftFrontend(beside: toolchain.swiftCompiler), module: "Cart",
      sources: names.map { folder.path("src/\($0)") },
      workingFolder: folder.path("src"), flags: [], imports: [:],
      moduleCache: folder.path("modules"), folder: folder.path("work"))
    try emission.index(
      into: folder.path("checked"), units: names.map { "/\($0).o" }, environment: environment)
    let (built, checked) = (try read(), try read(["checked"]))
    #expect(checked.map(\.file) == built.map(\.file) && !checked.contains { $0.record.symbols.isEmpty })
    for (one, other) in zip(built, checked) { #expect(one.record == other.record, "\(one.file)") }
  }

  @Test func whatIsNoLibraryOrNoIndexIsSaid() throws {
    #expect(throws: Failure.self) { try IndexLibrary(besideCompiler: folder.path("bin/swiftc")) }
    try folder.write("no library", to: "lib/libIndexStore.so")
    #expect(throws: Failure.self) { try IndexLibrary(besideCompiler: folder.path("bin/swiftc")) }
    try compile(["A.swift": "struct A {}\n"])
    let store = try IndexStore(library, at: folder.path("store"))
    #expect(throws: Failure.self) { try store.unit("none", below: "/") }
    #expect(throws: Failure.self) { try store.record("none") }
  }
}
