import Base
import Graph

/// The test cases that were compiled into a test product, by the names of its functions.
///
/// The product's own list may be shorter. SwiftPM finds cases of XCTest in the index of a build. A compilation that
/// comes from a cache writes no index.
struct CompiledCases: Sendable, Equatable {
  /// The cases, such as `Parser/testReads`, by compiled module name. SwiftPM finds only these: nothing private, no
  /// parameters, no result.
  private(set) var xctest: [String: Set<String>] = [:]
  /// The compiled names of modules with a test of Swift Testing.
  private(set) var swiftTesting: Set<String> = []
  /// The modules with functions in the product and without a test case.
  private var empty: Set<String> = []

  /// `modules` holds compiled names. `isListed` is true when SwiftPM made the list of XCTest's cases, and false when
  /// somebody wrote it.
  init(in text: ProgramText, of modules: [String], isListed: Bool) {
    let prefixes = Dictionary(modules.map { ("$s\($0.utf8.count)\($0)", $0) }) { first, _ in first }
    let names = text.texts(from: Array(prefixes.keys)) { name in
      Self.mayBeXCTest(name) || Self.isTest(name)
    }
    for (prefix, names) in names {
      guard let module = prefixes[prefix] else { continue }
      if names.contains(where: { Self.isTest(Substring($0).utf8) }) { swiftTesting.insert(module) }
      guard isListed else { continue }
      let cases = Self.cases(among: names.map(SwiftSymbol.readable))
      if !cases.isEmpty { xctest[module] = cases }
    }
    // In a list that somebody wrote, cases of XCTest are not looked for.
    guard isListed else { return }
    for (prefix, module) in prefixes where xctest[module] == nil && !swiftTesting.contains(module) {
      // A product without symbol names proves nothing.
      if text.contains(prefix) { empty.insert(module) }
    }
  }

  /// The macro `@Test` makes such a record for each test.
  private static func isTest(_ name: some Collection<UInt8>) -> Bool {
    name.contains("4TestfMp_") && name.contains("testContentRecord")
  }

  /// True for methods without parameters and result, and for initializers, unless they are private.
  private static func mayBeXCTest(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.last == UInt8(ascii: "F") || name.last == UInt8(ascii: "c") else { return false }
    let name = CompiledName(name)
    return name.takesAndReturnsNothing && !name.isPrivate
  }

  /// The initializer with which XCTest makes cases. Every subclass of XCTestCase has it.
  private static let initializer = ".init(name:testClosure:)"

  private static func cases(among functions: [String]) -> Set<String> {
    let classes = Set(
      functions.filter { $0.hasSuffix(initializer) }.map { String($0.dropLast(initializer.count)) })
    return Set(
      functions.compactMap { function in
        guard function.hasSuffix("()"), let dot = function.lastIndex(of: ".") else { return nil }
        let method = function[function.index(after: dot)...].dropLast(2)
        guard method.hasPrefix("test"), classes.contains(String(function[..<dot])) else { return nil }
        return shortName("\(function[..<dot])/\(method)")
      })
  }

  /// Returns `Inner/testOne` for `Outer.Inner/testOne`.
  private static func shortName(_ name: String) -> String {
    name.prefix { $0 != "/" }.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension CompiledCases {
  func isSurelyEmpty(_ module: String) -> Bool { empty.contains(module) }

  /// The cases of XCTest of a module that are not among those that are `listed`, sorted.
  func unlisted(of module: String, among listed: Set<String>) -> [String] {
    (xctest[module] ?? []).subtracting(listed.map(Self.shortName)).sorted()
  }
}

extension Collection<UInt8> {
  fileprivate func contains(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      var rest = self[...]
      while let start = rest.firstIndex(of: wanted[0]) {
        if rest[start...].starts(with: wanted) { return true }
        rest = rest[rest.index(after: start)...]
      }
      return false
    }
  }
}

/// The compiled cases of a run's products. Each product is read once.
final class CompiledProducts: Sendable {
  private let known = Guarded<[String: CompiledCases?]>([:])

  /// nil when the cases are unknown. SwiftPM may start the product, or somebody may have written its entry point.
  func cases(of tested: TestedModule, by commands: SwiftCommands) -> CompiledCases? {
    let products = commands.engine.testProducts(of: tested.package)
    guard !commands.settings.build.hasOwnEntryPoint,
      let product = products.first(where: { $0.modules.contains(tested.id.name) })
    else { return nil }
    let folder = commands.productFolder(tested.package)
    return known.with { known in
      let path = "\(folder)/\(product.code)"
      if let cases = known[path] { return cases }
      let cases = ProgramText(of: path).map { text in
        let isListed =
          text.contains(Self.list)
          || (product.code != product.file
            && ProgramText(of: "\(folder)/\(product.file)")?.contains(Self.list) == true)
        return CompiledCases(
          in: text, of: product.modules.map(ModuleNames.compiled), isListed: isListed)
      }
      known[path] = .some(cases)
      return cases
    }
  }

  /// A part of the names that SwiftPM gives to its list of cases.
  private static let list = "DiscoveredTests"
}
