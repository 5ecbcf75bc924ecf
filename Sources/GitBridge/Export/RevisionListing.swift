import Base

/// Everything that a checkout of a commit would put on disk, submodules included, before any file is read.
struct RevisionListing {
  struct File {
    let path: RelativePath
    let kind: FileKind
    let id: ObjectID
    /// Index into the sources: whose object it is.
    let source: Int
  }

  /// A repository that the files come from.
  struct Source {
    let repository: Repository
    let commit: CommitID
    /// Where its files go.
    let folder: RelativePath
  }

  /// Sorted by path.
  private(set) var files: [File] = []
  private(set) var sources: [Source] = []
  /// Submodules that are not checked out here: as in a plain clone, their folders are empty.
  private(set) var absentSubmodules: [RelativePath] = []
  /// Every folder that has to be there.
  private(set) var folders: Set<RelativePath> = [.root]

  init(of commit: CommitID, in repository: Repository) throws(GitError) {
    try add(Source(repository: repository, commit: commit, folder: .root))
    files.sort { $0.path < $1.path }
    try refuseFilesAsFolders()
  }
}

extension RevisionListing {
  /// Two paths that one file would have to stand for where neither case nor composition count.
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
  private mutating func add(_ source: Source) throws(GitError) {
    guard let tree = try source.repository.treeID(of: source.commit) else { return }
    sources.append(source)
    try add(tree, at: source.folder, from: sources.count - 1)
  }

  private mutating func add(_ tree: ObjectID, at folder: RelativePath, from source: Int) throws(GitError) {
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
  ) throws(GitError) {
    folders.insert(path)
    let outer = sources[source]
    let inside = path.relative(to: outer.folder) ?? path
    guard let inner = try outer.repository.submodule(at: inside) else {
      absentSubmodules.append(path)
      return
    }
    guard inner.has(commit) else {
      throw GitError(
        .missingSubmoduleCommit, "the submodule '\(path)' does not have the commit \(commit)", paths: [path])
    }
    try add(Source(repository: inner, commit: commit, folder: path))
  }
}

// MARK: Refusing

extension RevisionListing {
  /// Git never makes such names, but somebody else may have, so as to write elsewhere.
  private static func path(of name: ArraySlice<UInt8>, in folder: RelativePath) throws(GitError)
    -> RelativePath
  {
    let slash = UInt8(ascii: "/")
    let path = RelativePath(unchecked: folder.isRoot ? Array(name) : folder.bytes + [slash] + name)
    let lowered = String(decoding: name, as: UTF8.self).lowercased()
    guard !name.isEmpty, !name.contains(slash), ![".", "..", ".git", "git~1"].contains(lowered) else {
      throw GitError(.corruptRepository, "a tree holds the unsafe path '\(path)'", paths: [path])
    }
    return path
  }

  private func refuseFilesAsFolders() throws(GitError) {
    var last: RelativePath?
    for file in files {
      if folders.contains(file.path) || file.path == last {
        throw GitError(
          .corruptRepository, "a tree holds two entries called '\(file.path)'", paths: [file.path])
      }
      last = file.path
    }
  }
}
