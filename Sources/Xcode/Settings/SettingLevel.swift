import Base

/// The settings of one level of a target's chain: a configuration, or an xcconfig with its includes.
struct SettingLevel: Sendable {
  struct Entry: Sendable {
    let elements: [String]
    /// True when weaker values of the setting count too: it has a condition, or its value inherits.
    let isOpen: Bool
  }

  /// The entries by name without conditions, the weakest first.
  private(set) var entries: [String: [Entry]] = [:]
  /// The settings with names of files.
  private(set) var fileSettings: [String: SettingKind] = [:]

  init() {}

  init(_ configuration: XcodeConfiguration) {
    // Values with conditions win over the value without, whatever their order in the file.
    for (key, elements) in configuration.settings.sorted(by: { $0.key < $1.key }) {
      assign(key, elements)
    }
  }

  mutating func assign(_ key: String, _ elements: [String]) {
    let bracket = key.utf8.firstIndex(of: UInt8(ascii: "["))
    let setting = bracket.map { String(key[..<$0]) } ?? key
    let isOpen = bracket != nil || elements.contains { Self.inherits($0, setting) }
    if entries[setting] == nil, let kind = SettingKind(setting) { fileSettings[setting] = kind }
    entries[setting, default: []].append(Entry(elements: elements, isOpen: isOpen))
  }

  static func inherits(_ value: String, _ setting: String) -> Bool {
    guard value.utf8.contains(UInt8(ascii: "$")) else { return false }
    return ["inherited", setting].contains { value.holds("$(\($0))") || value.holds("${\($0)}") }
  }
}

/// The levels of settings that all targets of a project share.
struct ProjectLevels: Sendable {
  private let byName: [String: [SettingLevel]]
  private let first: [SettingLevel]
  let files: [RelativePath]
  let absent: [SettingChain.Absence]
  let isComplete: Bool

  init(of project: XcodeProject, _ chains: SettingChains) {
    var byName: [String: [SettingLevel]] = [:]
    var first: [SettingLevel] = []
    var files: [RelativePath] = []
    var absent: [SettingChain.Absence] = []
    var isComplete = true
    for configuration in project.configurations {
      var levels = [SettingLevel(configuration)]
      if let base = configuration.base {
        let chain = chains.chain(of: base)
        levels.append(chain.level)
        files += chain.files
        absent += chain.absent
        isComplete = isComplete && chain.isComplete
      }
      byName[configuration.name] = levels
      if first.isEmpty { first = levels }
    }
    self.byName = byName
    self.first = first
    self.files = files
    self.absent = absent
    self.isComplete = isComplete
  }

  /// Returns the levels of the configuration of that name. A target may have one that the project does not have.
  func levels(for name: String) -> [SettingLevel] { byName[name] ?? first }
}

/// The kinds of settings with names of files.
enum SettingKind: Sendable, Hashable {
  /// One path, as in `INFOPLIST_FILE`.
  case file
  /// A list of paths that count as a whole, as in `DEVELOPMENT_ASSET_PATHS`.
  case files
  /// A list of folders that compilers and linkers search, as in `HEADER_SEARCH_PATHS`.
  case searched
  /// Arguments of a compiler or linker, which may name files, as in `OTHER_SWIFT_FLAGS`.
  case flags

  init?(_ name: String) {
    switch name {
    case "CODE_SIGN_ENTITLEMENTS": self = .file
    case "DEVELOPMENT_ASSET_PATHS": self = .files
    case "LD_RUNPATH_SEARCH_PATHS", "GENERATE_INFOPLIST_FILE": return nil
    case _ where name.hasSuffix("_SEARCH_PATHS") || name.hasSuffix("_INCLUDE_PATHS"): self = .searched
    case _ where name.hasSuffix("_FILE") || name.hasSuffix("_HEADER"): self = .file
    case _ where name.hasSuffix("FLAGS"): self = .flags
    default: return nil
    }
  }
}
