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

/// A function's mangled name, of which only the parts are read that tell a case of XCTest from other functions.
struct CompiledName {
  private let bytes: [UInt8]

  init(_ name: some Collection<UInt8>) { bytes = Array(name) }

  /// True when the name says that the function or its type is private: `33_`, 32 digits, `LL`.
  var isPrivate: Bool {
    bytes.indices.contains { start in
      let mark = bytes[start...].prefix(37)
      return mark.count == 37 && mark.starts(with: "33_".utf8) && mark.suffix(2).elementsEqual("LL".utf8)
        && mark.dropFirst(3).dropLast(2).allSatisfy { $0.isASCIIDigit || "ABCDEF".utf8.contains($0) }
    }
  }

  /// True for methods without parameters and result, and for initializers.
  var takesAndReturnsNothing: Bool {
    Self.endings.contains { bytes.reversed().starts(with: $0.reversed()) } || throwsTypedAndReturnsNothing
  }

  /// Names of `@Sendable` methods are left out: the runtime does not make them readable.
  private static let endings = ["yyF", "yyKF", "yyYaF", "yyYaKF", "cfc"].map { Array($0.utf8) }

  /// True for `yy`, the type of the error, and `YKF`. A result would stand in place of the second `y`.
  private var throwsTypedAndReturnsNothing: Bool {
    guard bytes.reversed().starts(with: "YKF".utf8.reversed()) else { return false }
    let end = bytes.count - 3
    return bytes.indices.contains { start in
      guard start + 2 < end, bytes[start...].starts(with: "yy".utf8) else { return false }
      var type = MangledType(bytes[(start + 2)..<end])
      type.drop("Ya")
      return type.isNominal
    }
  }
}

/// A mangled type: modules and types by name or by substitution, such as `AA5OuterO02MyB0O`.
private struct MangledType {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func drop(_ mark: String) {
    if rest.starts(with: mark.utf8) { rest = rest.dropFirst(mark.utf8.count) }
  }

  /// True when the whole text is one struct, enum, class or known type of the standard library.
  var isNominal: Bool {
    var type = self
    guard let last = rest.last, last.isASCIIUppercase else { return false }
    while let byte = type.rest.first {
      guard type.dropPart(byte) else { return false }
    }
    return true
  }

  private mutating func dropPart(_ byte: UInt8) -> Bool {
    if byte.isASCIIDigit { return dropIdentifier() }
    rest = rest.dropFirst()
    switch byte {
    case UInt8(ascii: "s"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "C"): return true
    // `Sc` and one more letter stand for a type of concurrency.
    case UInt8(ascii: "S"): return dropLetter(UInt8(ascii: "c")) && !rest.isEmpty && rest.popFirst() != nil
    case UInt8(ascii: "A"):
      while let next = rest.first, next.isASCIILowercase { rest = rest.dropFirst() }
      return rest.popFirst()?.isASCIIUppercase ?? false
    default: return false
    }
  }

  private mutating func dropLetter(_ letter: UInt8) -> Bool {
    guard rest.first == letter else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// An identifier that begins with a zero has words of earlier identifiers: a letter for each, the last in upper case.
  private mutating func dropIdentifier() -> Bool {
    var hasWords = dropLetter(UInt8(ascii: "0"))
    repeat {
      while hasWords, let letter = rest.first, letter.isASCIILetter {
        rest = rest.dropFirst()
        hasWords = letter.isASCIILowercase
      }
      if dropLetter(UInt8(ascii: "0")) { return true }
      let digits = rest.prefix(while: \.isASCIIDigit)
      guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= rest.count - digits.count
      else {
        return false
      }
      rest = rest.dropFirst(digits.count + count)
    } while hasWords
    return true
  }
}
