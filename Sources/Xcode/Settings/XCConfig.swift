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
  package let unknown: [XcodeProblem]
  /// These lines in full. The problems quote no more than their beginnings.
  let unknownTexts: [[UInt8]]

  package init(
    file: RelativePath, lines: [Line], unknown: [XcodeProblem] = [], unknownTexts: [[UInt8]] = []
  ) {
    self.file = file
    self.lines = lines
    self.unknown = unknown
    self.unknownTexts = unknownTexts
  }
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
