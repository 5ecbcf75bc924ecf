import IndexStore
import Names
import Support
import Testing

@testable import Extraction

/// What an extraction comes to, on records as a compiler would write them.
@Suite struct ExtractionPlannerTests {
  /// A source: what it declares, a struct on each line, and what it uses behind that.
  private struct Sketch {
    let path: RelativePath
    let module: String
    let declares: [String]
    let uses: [String]
    var imports: [String] = []

    init(
      _ path: RelativePath, of module: String, declares: [String] = [], uses: [String] = [],
      imports: [String] = []
    ) {
      (self.path, self.module, self.declares, self.uses) = (path, module, declares, uses)
      self.imports = imports
    }

    var text: String {
      (imports.map { "import \($0)" } + declares.map { "struct \($0) {}" } + uses.map { "_ = \($0)()" })
        .joined(separator: "\n")
    }

    var facts: SourceFacts {
      let names = declares + uses
      let symbols = names.map { IndexSymbol(usr: "u:\($0)", name: $0, kind: .struct) }
      let occurrences = names.indices.map { index in
        let isOwn = index < declares.count
        return IndexOccurrence(
          symbol: index, roles: isOwn ? .definition : .reference, line: imports.count + index + 1,
          column: isOwn ? "struct ".count + 1 : "_ = ".count + 1)
      }
      return SourceFacts(
        path: path, module: module, record: IndexRecord(symbols: symbols, occurrences: occurrences))
    }
  }

  private static let core = ModuleID(package: "Core", name: "Core")
  private static let cart = ModuleID(package: "Cart", name: "Cart")
  private static let tests = ModuleID(package: "Cart", name: "CartTests")
  private static let shop = ModuleID(package: "Shop", name: "Shop")

  private func plan(
    _ sketches: [Sketch], moving files: [RelativePath], packages: [RelativePath: Set<RelativePath>] = [:]
  ) throws -> ExtractionPlan {
    let contents = Dictionary(uniqueKeysWithValues: sketches.map { ($0.path, Array($0.text.utf8)) })
    let modules = [
      ExtractionModule(id: Self.core, isTest: false, declared: []),
      ExtractionModule(id: Self.cart, isTest: false, declared: []),
      ExtractionModule(id: Self.tests, isTest: true, declared: [Self.cart]),
      ExtractionModule(id: Self.shop, isTest: false, declared: [Self.cart]),
    ]
    let ground = ExtractionGround(
      modules: modules, files: sketches.map(\.facts), packages: packages, contents: { contents[$0] ?? [] })
    return ExtractionPlanner(ground, modules[1]).plan("Pricing", moving: Set(files), package: "Pricing")
  }

  @Test func belowWhatStays() throws {
    let plan = try plan(
      [
        Sketch("Core/C.swift", of: "Core", declares: ["Currency"]),
        Sketch(
          "Cart/Price.swift", of: "Cart", declares: ["Price", "Hidden"], uses: ["Currency"], imports: ["Core"]
        ),
        Sketch("Cart/Cart.swift", of: "Cart", declares: ["Cart"], uses: ["Price"]),
        Sketch("Shop/Shop.swift", of: "Shop", uses: ["Price"], imports: ["Cart"]),
      ], moving: ["Cart/Price.swift"])
    #expect(plan.position == .below && plan.obstacles.isEmpty)
    #expect(plan.widenings.map(\.declaration) == ["Price"])
    // Nobody declared it: it came with something else.
    #expect(plan.needs.map(\.module) == [Self.core] && plan.needs.allSatisfy(\.isImplicit))
    #expect(plan.importers.map(\.file) == ["Cart/Cart.swift", "Shop/Shop.swift"])
    #expect(plan.dependents.map(\.module) == [Self.cart, Self.shop])
  }

  @Test func aCycleSaysWhatMovesFirst() throws {
    let sketches = [
      Sketch("Cart/A.swift", of: "Cart", declares: ["A"], uses: ["B"]),
      Sketch("Cart/B.swift", of: "Cart", declares: ["B"], uses: ["C"]),
      Sketch("Cart/C.swift", of: "Cart", declares: ["C"]),
      Sketch("Cart/D.swift", of: "Cart", declares: ["D"], uses: ["A"]),
    ]
    let torn = try plan(sketches, moving: ["Cart/A.swift"])
    #expect(torn.position == .cycle && torn.obstacles == [.cycle])
    #expect(torn.moveFirst == [["Cart/C.swift"], ["Cart/B.swift"]])
    let whole = try plan(sketches, moving: torn.files + torn.moveFirst.joined())
    #expect(whole.position == .below && whole.obstacles.isEmpty && whole.moveFirst.isEmpty)
  }

  @Test func aboveWhatStays() throws {
    let plan = try plan(
      [
        Sketch("Cart/A.swift", of: "Cart", declares: ["A"], uses: ["B"]),
        Sketch("Cart/B.swift", of: "Cart", declares: ["B"]),
      ], moving: ["Cart/A.swift"])
    #expect(plan.position == .above && plan.needs.map(\.module) == [Self.cart])
    #expect(plan.widenings.map(\.declaration) == ["B"])
    #expect(plan.importers.map(\.name) == ["Cart"])
  }

  @Test func packagesMustNotNeedOneAnother() throws {
    let sketches = [
      Sketch("Core/C.swift", of: "Core", declares: ["Currency"], uses: ["Price"], imports: ["Cart"]),
      Sketch("Cart/Price.swift", of: "Cart", declares: ["Price"], uses: ["Currency"], imports: ["Core"]),
      Sketch("Cart/Cart.swift", of: "Cart", declares: ["Cart"]),
    ]
    #expect(
      try plan(sketches, moving: ["Cart/Price.swift"]).obstacles == [
        .packages(["Pricing", "Core", "Pricing"])
      ])
  }

  @Test func testsOfNothingElseGoAlong() throws {
    let sketches = [
      Sketch("Cart/Price.swift", of: "Cart", declares: ["Price"]),
      Sketch("Cart/Cart.swift", of: "Cart", declares: ["Cart"]),
      Sketch("Tests/Price.swift", of: "CartTests", uses: ["Price"], imports: ["Cart"]),
      Sketch("Tests/Both.swift", of: "CartTests", uses: ["Price", "Cart"], imports: ["Cart"]),
    ]
    let plan = try plan(sketches, moving: ["Cart/Price.swift"])
    #expect(plan.tests == ["Tests/Price.swift"] && plan.testModule == Self.tests)
    #expect(plan.importers.map(\.file) == ["Tests/Both.swift"])
    // A test module never becomes empty.
    let alone = try self.plan(Array(sketches.prefix(3)), moving: ["Cart/Price.swift"])
    #expect(alone.tests.isEmpty && alone.importers.map(\.file) == ["Tests/Price.swift"])
  }
}
