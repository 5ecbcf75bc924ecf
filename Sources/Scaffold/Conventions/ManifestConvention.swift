import Manifests

/// What manifests of a workspace have in common, for one more.
struct ManifestConvention {
  let toolsVersion: String
  /// As it stands in `platforms`; empty where nothing is said.
  let platforms: String
  /// The whole argument; empty where nothing is said.
  let languageModes: String

  /// Before it manifests have no executable targets.
  private static let oldestTools = ToolsVersion(5, 5)
  private static let usualTools = ToolsVersion(6, 0)

  /// `needed` are the packages that the new one depends on: it asks for no older system than they do.
  init(neighbours: [PackageManifest], needed: [PackageManifest]) {
    let tools = LayerConvention.mostFrequent(neighbours.map(\.toolsVersion)) ?? Self.usualTools
    let newest = max(tools, Self.oldestTools)
    toolsVersion = "\(newest.major).\(newest.minor)" + (newest.patch > 0 ? ".\(newest.patch)" : "")
    var platforms = LayerConvention.mostFrequent(neighbours.map(\.platforms)) ?? []
    for requirement in needed.flatMap(\.platforms) {
      if let known = platforms.firstIndex(where: { $0.platform == requirement.platform }) {
        if Self.isOlder(platforms[known].version, than: requirement.version) {
          platforms[known].version = requirement.version
        }
      } else {
        platforms.append(requirement)
      }
    }
    self.platforms = platforms.compactMap { requirement in
      Self.platformNames[requirement.platform].map { ".\($0)(\(SwiftText.literal(requirement.version)))" }
    }.joined(separator: ", ")
    let modes = LayerConvention.mostFrequent(neighbours.map(\.languageModes)) ?? nil
    languageModes =
      modes.map { modes in
        let label = newest >= ToolsVersion(6, 0) ? "swiftLanguageModes" : "swiftLanguageVersions"
        let list = modes.map {
          $0 == "5" ? ".v5" : $0 == "6" && newest.major >= 6 ? ".v6" : ".version(\(SwiftText.literal($0)))"
        }
        return "\(label): [\(list.joined(separator: ", "))]"
      } ?? ""
  }

  private static func isOlder(_ left: String, than right: String) -> Bool {
    func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    return numbers(left).lexicographicallyPrecedes(numbers(right))
  }

  /// What manifests call the platforms that SwiftPM has these names for.
  private static let platformNames = [
    "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
    "maccatalyst": "macCatalyst", "driverkit": "driverKit",
  ]
}

enum SwiftText {
  /// A string literal.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// As it stands between the quotes of one.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "\\" || character == "\"" { result.append("\\") }
      result.append(character)
    }
  }
}
