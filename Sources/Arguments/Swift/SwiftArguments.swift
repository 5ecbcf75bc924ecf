package import Base

/// The words for SwiftPM behind `--`. Words are refused that would move or choose products, or ask for something else
/// than a build. With such words Ambit would test an older product, or none.
package struct SwiftArguments: Sendable, Hashable {
  /// The words for every call of SwiftPM.
  package private(set) var passed: [String] = []
  /// The words for `swift build` alone.
  package private(set) var passedToBuilds: [String] = []
  package private(set) var configuration: BuildConfiguration?
  package private(set) var traits = TraitFlags()
  /// The build system of Ambit's own flag; nil when the flag is not given.
  package private(set) var engine: EngineChoice?
  /// The sanitizer of Ambit's own flag; nil when the flag is not given. The flag means the same as `-- --sanitize`.
  package private(set) var sanitizer: Sanitizer?

  package init() {}

  /// `configuration`, `engine` and `sanitizer` are the values of Ambit's own flags.
  package init(
    _ words: [Argument], configuration own: BuildConfiguration? = nil, engine: EngineChoice? = nil,
    sanitizer: Sanitizer? = nil
  ) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() { try take(word, &rest) }
    if let own, let configuration, own != configuration { throw Self.contradiction(own, configuration) }
    configuration = configuration ?? own
    self.engine = engine
    self.sanitizer = sanitizer
  }

  /// Builds products that record executed lines. Only Ambit's own flag asks for that, since the run has to gather the
  /// records.
  package mutating func measureCoverage() { passedToBuilds.append("--enable-code-coverage") }

  private mutating func take(_ word: Argument, _ rest: inout ArraySlice<Argument>) throws(Failure) {
    guard let text = word.text else {
      throw Failure.usage("the argument \(word.quoted) for SwiftPM is not UTF-8", hints: [Self.hint])
    }
    let (name, attached) = Self.split(text)
    guard let option = SwiftOption.named(name) else { throw Self.unknown(word, name) }
    if case .refused(let refusal) = option.fate {
      throw Failure.usage(
        "\(word.quoted) cannot be passed to SwiftPM: it \(refusal.why)", hints: [refusal.instead])
    }
    guard option.takesValue else {
      guard attached == nil else {
        throw Failure.usage("'\(name)' takes no value, but \(word.quoted) was given", hints: [Self.hint])
      }
      return add(option, name, nil)
    }
    guard let value = attached ?? rest.popFirst()?.text else {
      throw Failure.usage("'\(name)' needs a value, as UTF-8 text", hints: [Self.hint])
    }
    if case .configuration = option.fate { return try set(value, word) }
    if name == Self.sanitize, !Self.sanitizers.contains(value) {
      throw Self.invalid(value, of: word, among: Self.sanitizers)
    }
    add(option, name, value)
  }

  private mutating func add(_ option: SwiftOption, _ name: String, _ value: String?) {
    let words = [name] + (value.map { [$0] } ?? [])
    switch option.fate {
    case .passed: passed += words
    case .passedToBuilds: passedToBuilds += words
    case .traits:
      if let value { traits.names = value.split(separator: ",").map(String.init) }
      traits.enablesAll = traits.enablesAll || name == "--enable-all-traits"
      traits.disablesDefaults = traits.disablesDefaults || name == "--disable-default-traits"
    case .configuration, .refused: break
    }
  }

  private mutating func set(_ value: String, _ word: Argument) throws(Failure) {
    guard let new = BuildConfiguration(rawValue: value) else {
      throw Self.invalid(value, of: word, among: BuildConfiguration.allCases.map(\.rawValue))
    }
    if let configuration, configuration != new { throw Self.contradiction(configuration, new) }
    configuration = new
  }

  private static let sanitize = "--sanitize"
  /// The sanitizers that SwiftPM knows. SwiftPM itself refuses other names only after planning.
  private static let sanitizers = Sanitizer.allCases.map(\.rawValue) + ["scudo", "fuzzer"]

  private static func invalid(_ value: String, of word: Argument, among names: [String]) -> Failure {
    Failure.usage(
      "\(Argument(value).quoted) is not a value of \(word.quoted)",
      hints: Failure.suggestion(for: value, among: names) + [
        "valid values: \(names.joined(separator: ", "))"
      ])
  }

  private static func contradiction(_ first: BuildConfiguration, _ second: BuildConfiguration) -> Failure {
    Failure.usage(
      "'--configuration \(first.rawValue)' contradicts '--configuration \(second.rawValue)'",
      hints: ["give one of the two"])
  }

  /// Splits `--name=value`. The compiler's own flags may hold an equals sign too, but they are values of `-Xswiftc`.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("-"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func unknown(_ word: Argument, _ name: String) -> Failure {
    let nearest =
      name.hasPrefix("-")
      ? Failure.suggestion(for: name, among: SwiftOption.all.map(\.name))
      : ["options begin with '-'; write '-Xswiftc FLAG' for a flag of the compiler"]
    return Failure.usage(
      "\(word.quoted) cannot be passed to SwiftPM: Ambit does not know its effect", hints: nearest + [hint])
  }

  private static let hint =
    "pass flags of compilers and linkers with -Xswiftc, -Xcc, -Xcxx and -Xlinker"
}

/// The combined meaning of SwiftPM's trait flags.
package struct TraitFlags: Sendable, Hashable {
  /// The names of the last `--traits`; nil when the flag is not given.
  package var names: [String]?
  package var enablesAll = false
  package var disablesDefaults = false

  package init(names: [String]? = nil, enablesAll: Bool = false, disablesDefaults: Bool = false) {
    self.names = names
    self.enablesAll = enablesAll
    self.disablesDefaults = disablesDefaults
  }

  package var isEmpty: Bool { self == TraitFlags() }

  /// The flags for SwiftPM.
  package var arguments: [String] {
    (names.map { ["--traits", $0.joined(separator: ",")] } ?? [])
      + (enablesAll ? ["--enable-all-traits"] : []) + (disablesDefaults ? ["--disable-default-traits"] : [])
  }
}
