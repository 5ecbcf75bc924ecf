import Base

/// The files and folders that a checkout of a commit would write, including submodules. The files are not read yet.
struct RevisionListing {
  struct File {
    let path: RelativePath
    let kind: FileKind
    let id: ObjectID
    /// The index of the repository that has the object.
    let source: Int
  }

  /// A repository that files come from.
  struct Source {
    let repository: Repository
    let commit: CommitID
    /// The folder in which its files are placed.
    let folder: RelativePath
  }

  /// The files, sorted by path.
  private(set) var files: [File] = []
  private(set) var sources: [Source] = []
  /// Submodules that are not checked out here. Their folders are empty, as in a plain clone.
  private(set) var absentSubmodules: [RelativePath] = []
  /// All folders that must exist.
  private(set) var folders: Set<RelativePath> = [.root]

  init(of commit: CommitID, in repository: Repository) throws(Failure) {
    try add(Source(repository: repository, commit: commit, folder: .root))
    files.sort { $0.path < $1.path }
    try refuseFilesAsFolders()
  }
}

extension RevisionListing {
  /// Two paths that would be one file where neither case nor composition of letters count.
  var namesTakenForTheSame: (RelativePath, RelativePath)? {
    let names = NameMatching(ignoresCase: true, ignoresComposition: true)
    var known: [String: RelativePath] = [:]
    for path in files.map(\.path) + folders {
      if let other = known.updateValue(path, forKey: names.key(of: path.bytes)) { return (other, path) }
    }
    return nil
  }
}

// MARK: Walking

extension RevisionListing {
  private mutating func add(_ source: Source) throws(Failure) {
    guard let tree = try source.repository.treeID(of: source.commit) else { return }
    sources.append(source)
    try add(tree, at: source.folder, from: sources.count - 1)
  }

  private mutating func add(_ tree: ObjectID, at folder: RelativePath, from source: Int) throws(Failure) {
    folders.insert(folder)
    for entry in try sources[source].repository.handle.tree(tree) {
      let path = try Self.path(of: entry.name, in: folder)
      switch entry.kind {
      case .folder: try add(entry.id, at: path, from: source)
      case .absentSubmodule: try addSubmodule(CommitID(entry.id), at: path, from: source)
      case .file, .executable, .symbolicLink:
        files.append(File(path: path, kind: entry.kind, id: entry.id, source: source))
      }
    }
  }

  private mutating func addSubmodule(
    _ commit: CommitID, at path: RelativePath, from source: Int
  ) throws(Failure) {
    folders.insert(path)
    let outer = sources[source]
    let inside = path.relative(to: outer.folder) ?? path
    guard let inner = try outer.repository.submodule(at: inside) else {
      absentSubmodules.append(path)
      return
    }
    guard inner.has(commit) else {
      throw Failure.git(
        .missingSubmoduleCommit, "the submodule '\(path)' does not have the commit \(commit)",
        submodules: [path])
    }
    try add(Source(repository: inner, commit: commit, folder: path))
  }
}

// MARK: Refusing

extension RevisionListing {
  /// Joins a name to its folder. It refuses names that Git never makes. Somebody may have crafted them to write
  /// elsewhere.
  private static func path(of name: ArraySlice<UInt8>, in folder: RelativePath) throws(Failure)
    -> RelativePath
  {
    let slash = UInt8(ascii: "/")
    let path = RelativePath(unchecked: folder.isRoot ? Array(name) : folder.bytes + [slash] + name)
    let lowered = String(decoding: name, as: UTF8.self).lowercased()
    guard !name.isEmpty, !name.contains(slash), ![".", "..", ".git", "git~1"].contains(lowered) else {
      throw Failure.git(.corruptRepository, "a Git tree contains the unsafe path '\(path)'")
    }
    return path
  }

  private func refuseFilesAsFolders() throws(Failure) {
    var last: RelativePath?
    for file in files {
      if folders.contains(file.path) || file.path == last {
        throw Failure.git(.corruptRepository, "a Git tree contains two entries named '\(file.path)'")
      }
      last = file.path
    }
  }
}
