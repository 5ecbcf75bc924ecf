package import Base

/// A file of build settings (`.xcconfig`).
package struct XCConfig: Sendable, Hashable {
  package struct Include: Sendable, Hashable {
    /// The path as written between the quotes.
    package let path: String
    /// True for `#include?`, whose file may be missing.
    package let isOptional: Bool
  }

  package struct Assignment: Sendable, Hashable {
    /// The name with its conditions: `OTHER_LDFLAGS[sdk=iphoneos*][arch=arm64]`.
    package let setting: String
    package let value: String
  }

  package enum Line: Sendable, Hashable {
    case include(Include)
    case assignment(Assignment)
  }

  package let file: RelativePath
  /// The lines in order. A later line wins.
  package let lines: [Line]
  /// Lines that are neither an include nor an assignment.
  package var unknown: [XcodeProblem] = []
  /// These lines in full. The problems quote no more than their beginnings.
  var unknownTexts: [[UInt8]] = []
}

/// Build settings that the configuration excludes from the definition of targets: `MARKETING_VERSION`.
package struct NeutralSettings: Sendable, Hashable {
  private let names: Set<String>

  package init(_ names: [String] = []) { self.names = Set(names) }

  /// Returns true for a neutral setting. Conditions do not count: `MARKETING_VERSION[sdk=iphoneos*]` is the same
  /// setting.
  func contains(_ setting: some Collection<UInt8>) -> Bool {
    if names.isEmpty { return false }
    return names.contains(String(decoding: setting.prefix { $0 != UInt8(ascii: "[") }, as: UTF8.self))
  }
}

extension XCConfig {
  /// Reads an `.xcconfig`. A line that Xcode would not understand is listed in `unknown`.
  package init(reading bytes: [UInt8], file: RelativePath) {
    var reader = SettingsReader(bytes, file: file)
    reader.readAll()
    self.init(file: file, lines: reader.lines, unknown: reader.unknown, unknownTexts: reader.unknownTexts)
  }
}

/// Reads line by line, as Apple's own reader does (`MacroConfigFileParser` in swift-build).
private struct SettingsReader {
  private(set) var lines: [XCConfig.Line] = []
  private(set) var unknown: [XcodeProblem] = []
  private(set) var unknownTexts: [[UInt8]] = []
  private let file: RelativePath
  private var rest: ArraySlice<UInt8>
  private var number = 0

  init(_ bytes: [UInt8], file: RelativePath) {
    self.file = file
    rest = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
  }

  mutating func readAll() {
    while let line = nextLine() {
      let text = Self.withoutComment(line).trimmed
      if text.isEmpty { continue }
      let first = number
      if text.first == UInt8(ascii: "#") {
        if let include = Self.include(line) { lines.append(.include(include)) } else { note(text, first) }
      } else if let assignment = assignment(text) {
        lines.append(.assignment(assignment))
      } else {
        note(text, first)
      }
    }
  }

  private mutating func note(_ text: ArraySlice<UInt8>, _ line: Int) {
    let shown = Text.escapingControls(Text.cut(Text.escapingInvalidUTF8(text), to: 60))
    unknownTexts.append(Array(text))
    unknown.append(XcodeProblem("\"\(shown)\" is neither a setting nor an include", in: file, line: line))
  }

  /// Returns the next line. Lines end with `\n`, `\r` or both, or with Unicode's separators of lines and paragraphs.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    var at = rest.startIndex
    while at < rest.endIndex {
      var length = 0
      switch rest[at] {
      case 0x0A: length = 1
      case 0x0D: length = rest[(at + 1)...].first == 0x0A ? 2 : 1
      case 0xE2:
        let next = rest[at...].prefix(3)
        length = next.elementsEqual([0xE2, 0x80, 0xA8]) || next.elementsEqual([0xE2, 0x80, 0xA9]) ? 3 : 0
      default: break
      }
      if length > 0 {
        defer { rest = rest[(at + length)...] }
        return rest[..<at]
      }
      at += 1
    }
    defer { rest = rest[rest.endIndex...] }
    return rest
  }

  /// Returns the name with its conditions, and the value. A line that ends with `\` continues in the next.
  private mutating func assignment(_ text: ArraySlice<UInt8>) -> XCConfig.Assignment? {
    guard let first = text.first, first.isASCIIWord, !first.isASCIIDigit else { return nil }
    let name = text.prefix(while: \.isASCIIWord)
    var setting = Array(name)
    var tail = text[name.endIndex...].trimmed
    while tail.first == UInt8(ascii: "[") {
      guard let end = tail.firstIndex(of: UInt8(ascii: "]")),
        tail[..<end].contains(UInt8(ascii: "="))
      else { return nil }
      setting += tail[...end]
      tail = tail[(end + 1)...].trimmed
    }
    guard tail.first == UInt8(ascii: "=") else { return nil }
    var parts: [String] = []
    var part = Self.withoutSemicolon(tail.dropFirst().trimmed)
    while part.last == UInt8(ascii: "\\") {
      let text = part.dropLast().trimmed
      if !text.isEmpty { parts.append(String(decoding: text, as: UTF8.self)) }
      part = nextLine().map { Self.withoutSemicolon(Self.withoutComment($0).trimmed) } ?? []
    }
    if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
    return XCConfig.Assignment(
      setting: String(decoding: setting, as: UTF8.self), value: parts.joined(separator: " "))
  }

  /// Reads `#include "x"` or `#include? "x"`. The name may contain `//`.
  private static func include(_ line: ArraySlice<UInt8>) -> XCConfig.Include? {
    let text = line.trimmed.dropFirst().trimmed
    let word = text.prefix { !$0.isASCIISpace }
    let isOptional = word.elementsEqual("include?".utf8)
    guard isOptional || word.elementsEqual("include".utf8) else { return nil }
    let rest = text[word.endIndex...].trimmed
    guard rest.first == UInt8(ascii: "\""),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
      withoutComment(rest[(end + 1)...]).trimmed.isEmpty
    else { return nil }
    let path = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    return XCConfig.Include(path: path, isOptional: isOptional)
  }

  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    let place = line.indices.first { line[$0] == slash && $0 + 1 < line.endIndex && line[$0 + 1] == slash }
    return place.map { line[..<$0] } ?? line
  }

  private static func withoutSemicolon(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.last == UInt8(ascii: ";") ? text.dropLast().trimmed : text
  }
}
