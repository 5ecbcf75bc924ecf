import Base

/// An xcconfig with all its includes.
struct SettingChain: Sendable {
  var level = SettingLevel()
  /// The file itself and the files that it includes, each once.
  var files: [RelativePath] = []
  /// Required files that do not exist.
  var absent: [Absence] = []
  /// False when a file is absent, or has lines that are not understood.
  var isComplete = true

  struct Absence: Sendable, Hashable {
    /// The including file; nil for the base of a configuration.
    let includer: RelativePath?
    let path: String
  }
}

/// The xcconfigs of a workspace, as one project reads them. Each is read once, with its includes.
final class SettingChains {
  private let files: [RelativePath: XCConfig]
  /// The files by their paths in lower case: a Mac ignores the case of letters.
  private let spellings: [RelativePath: RelativePath]
  /// The project's folder. Includes count from the including file's folder, then from here.
  private let folder: RelativePath
  private var known: [RelativePath: SettingChain] = [:]

  init(_ files: [RelativePath: XCConfig], from folder: RelativePath) {
    self.files = files
    spellings = Dictionary(files.keys.map { (CaselessPaths.key(of: $0), $0) }, uniquingKeysWith: min)
    self.folder = folder
  }

  func chain(of base: XcodePath) -> SettingChain {
    switch base {
    case .inTree(let path):
      if let chain = known[path] { return chain }
      let chain = read(path)
      known[path] = chain
      return chain
    case .built(let path), .absolute(let path), .unknown(let path): return Self.absent(path)
    }
  }

  private static func absent(_ path: String) -> SettingChain {
    SettingChain(absent: [.init(includer: nil, path: path)], isComplete: false)
  }

  /// Returns the file at a path, or one whose path differs only in the case of letters.
  private func file(at path: RelativePath) -> RelativePath? {
    files[path] == nil ? spellings[CaselessPaths.key(of: path)] : path
  }

  private func read(_ path: RelativePath) -> SettingChain {
    guard let base = file(at: path) else { return Self.absent(path.description) }
    var chain = SettingChain()
    var open: Set<RelativePath> = []
    add(base, to: &chain, &open)
    return chain
  }

  /// Adds a file's lines, with includes at their places. A file that is already open ends a cycle.
  private func add(_ file: RelativePath, to chain: inout SettingChain, _ open: inout Set<RelativePath>) {
    guard let config = files[file], open.insert(file).inserted else { return }
    defer { open.remove(file) }
    if !chain.files.contains(file) { chain.files.append(file) }
    if !config.unknown.isEmpty { chain.isComplete = false }
    for line in config.lines {
      switch line {
      case .assignment(let assignment): chain.level.assign(assignment.setting, [assignment.value])
      case .include(let include):
        // Files below `<DEVELOPER_DIR>` belong to Xcode and come with its version.
        if include.path.hasPrefix("<") { continue }
        if let path = place(of: include.path, in: file) {
          add(path, to: &chain, &open)
        } else if !include.isOptional {
          chain.absent.append(.init(includer: file, path: include.path))
          chain.isComplete = false
        }
      }
    }
  }

  /// Returns the included file. Its extension may be left out.
  private func place(of include: String, in file: RelativePath) -> RelativePath? {
    guard !include.hasPrefix("/") else { return nil }
    for folder in [file.parent, folder] {
      for name in [include, "\(include).xcconfig"] {
        if let path = self.file(at: folder.appending(name)) { return path }
      }
    }
    return nil
  }
}

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
    return ["inherited", setting].contains { name in
      ["$(\(name))", "${\(name)}", "$[\(name)]", "$\(name)"].contains { value.holds($0) }
    }
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
