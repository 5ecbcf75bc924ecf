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
