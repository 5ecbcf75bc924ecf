import Base
import Testing

@testable import SwiftSources

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
      (imports.map { "import \($0)" } + declares.map { "struct \($0) {}" } + uses.map { "var a = \($0)()" })
        .joined(separator: "\n")
    }

    var facts: IndexedFile {
      let names = declares + uses
      let symbols = names.map { IndexSymbol(usr: "u:\($0)", name: $0, kind: .struct) }
      let occurrences = names.indices.map { index in
        let isOwn = index < declares.count
        return IndexOccurrence(
          symbol: index, roles: isOwn ? .definition : .reference, line: imports.count + index + 1,
          column: (isOwn ? "struct ".count : "var a = ".count) + 1)
      }
      return IndexedFile(
        path: path, module: module, record: IndexRecord(symbols: symbols, occurrences: occurrences))
    }
  }

  private static let core = ModuleID(package: "Core", name: "Core")
  private static let cart = ModuleID(package: "Cart", name: "Cart")
  private static let tests = ModuleID(package: "Cart", name: "CartTests")
  private static let shop = ModuleID(package: "Shop", name: "Shop")

  private func plan(
    _ sketches: [Sketch], moving files: [RelativePath], packages: [RelativePath: Set<RelativePath>] = [:],
    declared: Set<ModuleID> = [], offersCore: Bool = true
  ) throws -> ExtractionPlan {
    let contents = Dictionary(uniqueKeysWithValues: sketches.map { ($0.path, Array($0.text.utf8)) })
    let modules = [
      ExtractionModule(id: Self.core, isTest: false, declared: [], isOffered: offersCore),
      ExtractionModule(id: Self.cart, isTest: false, declared: declared),
      ExtractionModule(id: Self.tests, isTest: true, declared: [Self.cart]),
      ExtractionModule(id: Self.shop, isTest: false, declared: [Self.cart]),
    ]
    let context = ExtractionContext(
      modules: modules, files: sketches.map(\.facts), packages: packages, contents: { contents[$0] ?? [] })
    return ExtractionPlanner(context, modules[1]).plan("Pricing", moving: Set(files), package: "Pricing")
  }

  @Test func whatABuildWroteIsNeverWrittenTo() throws {
    let generated: RelativePath = ".build/ambit/main/Cart.build/resource_bundle_accessor.swift"
    let sketches = [
      Sketch("Cart/Price.swift", of: "Cart", declares: ["Price"], imports: ["Foundation"]),
      Sketch("Cart/Cart.swift", of: "Cart", uses: ["Price"], imports: ["Foundation"]),
      Sketch(generated, of: "Cart", declares: ["Accessor"], uses: ["Price"]),
    ]
    let plan = try plan(sketches, moving: ["Cart/Price.swift"])
    #expect(plan.importers.map(\.file) == ["Cart/Cart.swift"])
    let using = sketches + [Sketch("Cart/User.swift", of: "Cart", uses: ["Accessor"])]
    #expect(
      try self.plan(using, moving: ["Cart/User.swift"]).obstacles.contains {
        if case .generated(symbol: "Accessor", _) = $0 { true } else { false }
      })
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

  @Test func aNeededModuleHasToBeOfferedByALibrary() throws {
    let sketches = [
      Sketch("Core/C.swift", of: "Core", declares: ["Currency"]),
      Sketch("Cart/Price.swift", of: "Cart", declares: ["Price"], uses: ["Currency"], imports: ["Core"]),
      Sketch("Cart/Cart.swift", of: "Cart", declares: ["Cart"]),
    ]
    #expect(try plan(sketches, moving: ["Cart/Price.swift"]).obstacles.isEmpty)
    #expect(
      try plan(sketches, moving: ["Cart/Price.swift"], offersCore: false).obstacles == [
        .notOffered(Self.core)
      ])
  }

  @Test func whatNothingNeedsAnyMoreIsSaid() throws {
    let sketches = [
      Sketch("Core/C.swift", of: "Core", declares: ["Currency"]),
      Sketch("Cart/Price.swift", of: "Cart", declares: ["Price"], uses: ["Currency"], imports: ["Core"]),
      Sketch("Cart/Cart.swift", of: "Cart", declares: ["Cart"], uses: ["Price"]),
    ]
    let gone = try plan(sketches, moving: ["Cart/Price.swift"], declared: [Self.core])
    #expect(gone.unneeded == [.init(target: Self.cart, module: Self.core)])
    // It never said that it needs it.
    #expect(try plan(sketches, moving: ["Cart/Price.swift"]).unneeded.isEmpty)
    // A member may be used without an import.
    let used = sketches + [Sketch("Cart/More.swift", of: "Cart", uses: ["Currency"])]
    #expect(try plan(used, moving: ["Cart/Price.swift"], declared: [Self.core]).unneeded.isEmpty)
    let asked = sketches + [Sketch("Cart/More.swift", of: "Cart", imports: ["Core"])]
    #expect(try plan(asked, moving: ["Cart/Price.swift"], declared: [Self.core]).unneeded.isEmpty)
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
