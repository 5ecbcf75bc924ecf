import IndexStore
import Names
import Support
import Testing

@testable import Extraction

/// Which imports have to be public, on records as a compiler would write them.
@Suite struct ExposureSearchTests {
  private static let cart = ModuleID(package: "Cart", name: "Cart")

  /// A source, with the place of every name that is looked for: its first one.
  private func facts(
    _ path: RelativePath, _ text: String, _ names: [(String, IndexSymbol.Kind, parent: String?)]
  )
    -> IndexedFile
  {
    var symbols: [IndexSymbol] = []
    var occurrences: [IndexOccurrence] = []
    for (name, kind, parent) in names {
      let isUse = kind == .unknown
      let word = isUse ? "‹\(name)" : " \(name)"
      guard let found = text.firstRange(of: word) else { continue }
      let before = text[..<found.lowerBound].replacing("‹", with: "")
      let line = before.filter { $0 == "\n" }.count + 1
      let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "").utf8.count
      symbols.append(IndexSymbol(usr: "u:\(name)", name: name, kind: isUse ? .struct : kind))
      occurrences.append(
        IndexOccurrence(
          symbol: symbols.count - 1, roles: isUse ? .reference : .definition, line: line,
          column: column + (isUse ? 1 : 2),
          relations: parent.flatMap { parent in symbols.firstIndex { $0.name == parent } }.map {
            [IndexRelation(symbol: $0, roles: .childOf)]
          } ?? []))
    }
    return IndexedFile(
      path: path, module: "Cart", record: IndexRecord(symbols: symbols, occurrences: occurrences))
  }

  private func imports(_ marked: String, hides: Bool, _ names: [(String, IndexSymbol.Kind, parent: String?)])
    -> [String]
  {
    let bytes = Array(marked.replacing("‹", with: "").utf8)
    let file: RelativePath = "Cart/Price.swift"
    let module = ExtractionModule(id: Self.cart, isTest: false, declared: [], hidesImports: hides)
    let origins = [("Currency", "Core"), ("Unit", "Units"), ("Log", "Logs")].map { name, module in
      IndexedFile(
        path: RelativePath("\(module).swift"), module: module,
        record: IndexRecord(
          symbols: [IndexSymbol(usr: "u:\(name)", name: name, kind: .struct)],
          occurrences: [IndexOccurrence(symbol: 0, roles: .definition, line: 1, column: 1)]))
    }
    let others = ["Core", "Units", "Logs"].map {
      ExtractionModule(id: ModuleID(package: "P", name: $0), isTest: false, declared: [])
    }
    let ground = ExtractionGround(
      modules: [module] + others, files: [facts(file, marked, names)] + origins, packages: [:],
      contents: { $0 == file ? bytes : [] })
    let split = ModuleSplit(ground: ground, module: module, name: "Pricing", moved: [file], tests: [])
    let widening = ExtractionPlan.Widening(
      usr: "u:Price", declaration: "Price", place: .init(file: file, line: 1), column: 1, access: .public,
      user: nil)
    let search = ExposureSearch(split, [widening], [], demanded: [])
    return search.publicImports().map(\.name)
  }

  private let text = """
    import Core
    internal import Units
    import Logs

    struct Price {
      public var currency: ‹Currency
      public func f() { ‹Log() }
      var hidden: ‹Unit
    }

    """

  private let names: [(String, IndexSymbol.Kind, parent: String?)] = [
    ("Price", .struct, nil), ("currency", .instanceProperty, "Price"), ("f", .instanceMethod, "Price"),
    ("hidden", .instanceProperty, "Price"), ("Currency", .unknown, nil), ("Log", .unknown, nil),
    ("Unit", .unknown, nil),
  ]

  @Test func whatIsDeclaredToEverybodyCounts() {
    #expect(imports(text, hides: true, names) == ["Core"])
    let open = text.replacing("var hidden", with: "public var hidden")
    #expect(imports(open, hides: true, names) == ["Core", "Units"])
    // Where imports are public without a word, one that says otherwise is not.
    #expect(imports(open, hides: false, names) == ["Units"])
  }

  @Test func whatStandsInSomethingHiddenDoesNot() {
    let inner = text.replacing("struct Price {", with: "struct Price { }\nstruct Inner {")
    let names =
      [("Inner", IndexSymbol.Kind.struct, nil as String?)]
      + self.names.map { one in
        (one.0, one.1, one.parent.map { _ in "Inner" })
      }
    #expect(imports(inner, hides: true, names).isEmpty)
  }
}
