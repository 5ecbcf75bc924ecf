/// What a command can print. Each command lists its own formats; JSON is always among them.
package protocol OutputFormat: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
  static var json: Self { get }
}

extension OutputFormat {
  /// What is printed when nobody says otherwise: the first.
  static var standard: Self { allCases.first ?? .json }
}

extension FlagSpec {
  static func format<Format: OutputFormat>(_ formats: Format.Type) -> FlagSpec {
    option(
      "format", "FORMAT", .choice(formats.allCases.map(\.rawValue)), default: Format.standard.rawValue,
      "Print the answer in this form")
  }

  static let exitCode = toggle("exit-code", "Exit with status 3 when nothing is affected")
}
