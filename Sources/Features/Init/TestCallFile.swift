import Base
import Reports

/// A CI file that may run tests.
struct TestCallFile {
  let path: RelativePath
  let form: InitApp.Form
  private let reader: Reader

  private enum Reader {
    case shell, fastlane, scanfile, bitrise
  }

  /// Returns nil for any other file. Paths are relative to the repository's root.
  init?(_ path: RelativePath) {
    guard let (form, reader) = Self.kind(path) else { return nil }
    (self.path, self.form, self.reader) = (path, form, reader)
  }

  private static func kind(_ path: RelativePath) -> (InitApp.Form, Reader)? {
    let text = path.description
    let parts = text.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    let isYAML = name.hasSuffix(".yml") || name.hasSuffix(".yaml")
    let folders = parts.dropLast()
    switch name {
    case "Fastfile": return (.fastlane, .fastlane)
    case "Scanfile": return (.fastlane, .scanfile)
    case "Makefile", "makefile": return parts.count == 1 ? (.make, .shell) : nil
    case "bitrise.yml": return (.shell, .bitrise)
    case ".gitlab-ci.yml", "azure-pipelines.yml", "codemagic.yml", ".travis.yml", "Jenkinsfile":
      return parts.count == 1 ? (.shell, .shell) : nil
    default: break
    }
    if folders.contains("fastlane"), name.hasSuffix(".rb") { return (.fastlane, .fastlane) }
    if text.hasPrefix(".github/workflows/") || text.hasPrefix(".circleci/"), isYAML {
      return (.shell, .shell)
    }
    if text.hasPrefix(".buildkite/"), isYAML || name.hasSuffix(".sh") { return (.shell, .shell) }
    return folders.last == "ci_scripts" && name.hasSuffix(".sh") ? (.shell, .shell) : nil
  }

  func calls(in bytes: [UInt8]) -> [TestCall] {
    let scanner = TestCallScanner(String(decoding: bytes, as: UTF8.self))
    return switch reader {
    case .shell: scanner.shellCalls
    case .fastlane: scanner.fastlaneCalls(isScanfile: false)
    case .scanfile: scanner.fastlaneCalls(isScanfile: true)
    case .bitrise: scanner.bitriseCalls + scanner.shellCalls
    }
  }
}

/// A call in a CI file that runs tests of Xcode. A value is nil when the file does not have it. It is nil too when only
/// the file's own program could compute it.
struct TestCall: Sendable, Hashable {
  var scheme: String?
  var plan: String?
}

/// Finds calls of xcodebuild and fastlane in the text of a file.
///
/// The scanner does not parse a file as its own program does. It leaves out anything doubtful; a proposal then has the
/// largest scheme.
struct TestCallScanner {
  private let lines: [Substring]
  /// The assigned values, such as `SCHEME = "Shop"`, in any of the languages. A name with several values has nil.
  private var values: [Substring: String?] = [:]

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for line in lines { note(line) }
  }

  private mutating func note(_ line: Substring) {
    var rest = line.drop { $0.isWhitespace || $0 == "-" }
    let name = rest.prefix { $0.isNameCharacter }
    rest = rest.dropFirst(name.count).drop { $0 == " " || $0 == "?" || $0 == ":" }
    let isAssigned = rest.first == "=" || line.contains("\(name):")
    guard !name.isEmpty, isAssigned else { return }
    if rest.first == "=" { rest = rest.dropFirst() }
    guard let value = Self.literal(rest) else { return }
    if let known = values[name], known != value { values[name] = .some(nil) } else { values[name] = value }
  }

  /// Text in quotes, or bare text up to the end of the line.
  private static func literal(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " || $0 == "\t" }
    let isQuoted = text.first == "\"" || text.first == "'"
    let found =
      isQuoted
      ? text.dropFirst().prefix { $0 != text.first }
      : text.prefix { !$0.isNewline && $0 != "#" }.trimmed
    return found.isEmpty || found.contains("#{") ? nil : String(found)
  }

  /// The value with its variable replaced; nil where the variable's value is not known.
  private func resolved(_ text: String) -> String? {
    guard text.contains("$") else { return text }
    let name = text.drop { "${( ".contains($0) }.prefix { $0.isNameCharacter || $0 == "." }
    let tail = text.drop { "${( ".contains($0) }.dropFirst(name.count)
    guard tail.allSatisfy({ "}) ".contains($0) }) else { return nil }
    let bare = name.hasPrefix("env.") ? name.dropFirst(4) : name
    guard let value = values[bare].flatMap(\.self), !value.contains("$") else { return nil }
    return value
  }
}

// MARK: Shells

extension TestCallScanner {
  /// Calls of `xcodebuild` that test, also in recipes of make and in steps of workflows.
  var shellCalls: [TestCall] {
    ShellText.lines(of: lines.joined(separator: "\n")).flatMap { calls(inLine: $0.text) }
  }

  private func calls(inLine line: String) -> [TestCall] {
    guard line.contains("xcodebuild") else { return [] }
    var calls: [TestCall] = []
    var words = ShellText.words(line)[...]
    while let word = words.popFirst() {
      if word.contains(" "), word.contains("xcodebuild ") { calls += self.calls(inLine: word) }
      guard word.drop(while: { "@-(`$".contains($0) }).split(separator: "/").last == "xcodebuild" else {
        continue
      }
      var call = TestCall()
      var isTest = false
      var hasOptions = false
      while let word = words.first, !["|", "||", "&&", ";"].contains(word) {
        words.removeFirst()
        hasOptions = hasOptions || word.hasPrefix("-")
        switch word {
        case "test", "test-without-building", "build-for-testing": isTest = true
        case "-scheme": call.scheme = words.popFirst().flatMap(resolved)
        case "-testPlan": call.plan = words.popFirst().flatMap(resolved)
        default: break
        }
      }
      // A line without options may be a title.
      if isTest, hasOptions { calls.append(call) }
    }
    return calls
  }
}

// MARK: fastlane and Bitrise

extension TestCallScanner {
  /// Calls of `run_tests` and `scan`, or the settings of a Scanfile.
  func fastlaneCalls(isScanfile: Bool) -> [TestCall] {
    let code = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
    if isScanfile { return [call(in: code.joined(separator: "\n"))].filter { $0.scheme != nil } }
    return code.indices.compactMap { index in
      let line = code[index].drop(while: \.isWhitespace)
      let name = line.prefix { $0.isNameCharacter }
      let rest = line.dropFirst(name.count)
      guard ["run_tests", "scan"].contains(name), rest.isEmpty || "( \t".contains(rest.first ?? "(") else {
        return nil
      }
      return call(in: Self.arguments(rest, code[(index + 1)...]))
    }
  }

  /// The arguments up to the closing bracket, or up to the first line that does not end in a comma.
  private static func arguments(_ first: Substring, _ others: ArraySlice<Substring>) -> String {
    var text = String(first)
    for line in others {
      let depth = text.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
      let isOpen = first.hasPrefix("(") ? depth > 0 : text.last { !$0.isWhitespace } == ","
      guard isOpen else { break }
      text += "\n" + line
    }
    return text
  }

  /// The steps of Bitrise that run tests.
  var bitriseCalls: [TestCall] {
    let names = ["xcode-test@", "xcode-build-for-test@", "xcode-test-mac@", "xcode-test:"]
    return lines.indices.compactMap { index in
      guard names.contains(where: lines[index].contains) else { return nil }
      let step = lines[(index + 1)...].prefix { line in
        !line.drop { " -".contains($0) }.prefix { $0 != " " }.contains("@")
      }
      return call(in: step.joined(separator: "\n"), isYAML: true)
    }
  }

  /// With `isYAML` a bare word is text; otherwise it is a constant.
  private func call(in text: String, isYAML: Bool = false) -> TestCall {
    let plan = ["testplan", "test_plan"].lazy.compactMap { value(of: $0, in: text, isYAML) }.first
    return TestCall(scheme: value(of: "scheme", in: text, isYAML), plan: plan)
  }

  /// `scheme: "Shop"`, `:scheme => 'Shop'`, `scheme("Shop")`, `scheme: SHOP`.
  private func value(of key: String, in text: String, _ isYAML: Bool) -> String? {
    for range in text.ranges(of: key) where text[..<range.lowerBound].last?.isNameCharacter != true {
      let rest = text[range.upperBound...]
      let found = rest.drop { ":=>( ".contains($0) }
      guard let first = found.first, found.startIndex > range.upperBound else { continue }
      if first == "\"" || first == "'" || isYAML { return Self.literal(found).flatMap(resolved) }
      let name = found.prefix { $0.isNameCharacter }
      return values[name].flatMap(\.self).flatMap(resolved)
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { self[...$0] } ?? prefix(0)
  }
}

extension Character {
  fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" }
}
