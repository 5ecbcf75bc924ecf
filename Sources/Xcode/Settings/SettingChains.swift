import Base

/// An xcconfig with all that it includes.
struct SettingChain: Sendable {
  var level = SettingLevel()
  /// The file itself and the files that it includes, each once.
  var files: [RelativePath] = []
  /// Files that are not there although something needs them.
  var absent: [Absence] = []
  /// False where a file is absent, or holds lines that nobody here understands.
  var isComplete = true

  struct Absence: Sendable, Hashable {
    /// The file that includes, nil for the base of a configuration.
    let includer: RelativePath?
    let path: String
  }
}

/// The xcconfigs of a workspace, as one project reads them. Each is read with its includes once.
final class SettingChains {
  private let files: [RelativePath: XCConfig]
  /// The files by their paths in lower case: a Mac finds them by letters of either case.
  private let spellings: [RelativePath: RelativePath]
  /// Includes count from the including file's folder, then from the project's.
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

  /// The file at a path, or the one whose path differs from it in the case of letters.
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

  /// Includes count where they stand. A file that is open already ends a cycle.
  private func add(_ file: RelativePath, to chain: inout SettingChain, _ open: inout Set<RelativePath>) {
    guard let config = files[file], open.insert(file).inserted else { return }
    defer { open.remove(file) }
    if !chain.files.contains(file) { chain.files.append(file) }
    if !config.unknown.isEmpty { chain.isComplete = false }
    for line in config.lines {
      switch line {
      case .assignment(let assignment): chain.level.assign(assignment.setting, [assignment.value])
      case .include(let include):
        // Xcode's own files, below `<DEVELOPER_DIR>`, come with its version.
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

  /// The extension may be left out.
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
