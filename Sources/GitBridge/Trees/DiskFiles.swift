package import Base

/// Files of a work tree with their kinds and bytes on disk, without Git's filters.
///
/// Git identifies a file by its cleaned content. Filters for line ends, keywords or large files hide the bytes that a
/// compiler reads, as settings hide modes and links. A file may also have the bytes of an earlier setting, or of
/// attributes that a commit removed. Git knows nothing about untracked and ignored files.
package struct DiskFiles: Sendable {
  private let root: [UInt8]
  private let threads: Int
  private let known: StatCache
  private var added: [[UInt8]: StatCache.Record] = [:]
  private var count = 0

  /// `known` has the facts of an earlier run.
  package init(of tree: WorkingTree, known: StatCache) {
    root = Array(tree.repository.workingFolder.utf8)
    threads = tree.repository.options.threads ?? Threads.processorCount
    self.known = known
  }

  /// Returns the same files with their kind and content on disk. Files that are gone are returned unchanged.
  package mutating func read(_ files: [TreeFile]) throws(Failure) -> [TreeFile] {
    let reader = FileReader(root: root, known: known)
    // A file that changes while it is hashed may keep its time, so the limit is taken before.
    let limit = StatCache.youngestTrusted
    let pieces = files.pieces(of: 64)
    let found = try concurrentMap(pieces, jobs: min(threads, pieces.count)) {
      piece throws(Failure) in
      var found: [Found] = []
      for file in piece { found.append(try reader.read(file)) }
      return found
    }.flatMap { $0 }
    count += files.count
    for (file, found) in zip(files, found) {
      guard let record = found.record, record.stamp.isOlder(than: limit) else { continue }
      if known.records[file.path.bytes] != record { added[file.path.bytes] = record }
    }
    return found.map(\.file)
  }

  /// The facts to remember for the next run; nil when they are those of the last one.
  package var learned: StatCache? {
    if added.isEmpty { return nil }
    // Files that are gone are looked for only when they may be many.
    let isFull = known.records.count > 2 * count + 1000
    return known.adding(added) { path in
      !isFull || FileFacts(of: root + [UInt8(ascii: "/")] + path) != nil
    }
  }

  /// Returns the present `stat` facts of each file, or nil for a file that is gone.
  package func stamps(of paths: [RelativePath]) -> [FileStamp?] {
    paths.map { path in FileFacts(of: root + [UInt8(ascii: "/")] + path.bytes).map { FileStamp($0) } }
  }

  private struct Found: Sendable {
    let file: TreeFile
    let record: StatCache.Record?
  }

  private struct FileReader: Sendable {
    let root: [UInt8]
    let known: StatCache

    func read(_ file: TreeFile) throws(Failure) -> Found {
      let path = root + [UInt8(ascii: "/")] + file.path.bytes
      guard let facts = FileFacts(of: path), let kind = facts.recordedKind, kind != .folder
      else { return Found(file: file, record: nil) }
      let stamp = FileStamp(facts)
      let content: ContentID?
      if let recalled = known.content(of: file.path.bytes[...], stamp) {
        content = recalled
      } else {
        content = try ContentHasher.rawID(ofFile: path, kind: kind, called: file.path)
      }
      return Found(
        file: TreeFile(path: file.path, kind: kind, content: content),
        record: content.map { StatCache.Record(stamp: stamp, content: $0) })
    }
  }
}

extension WorkingTree {
  /// The absolute real path of the root.
  package var workingFolder: String { repository.workingFolder }
}

extension WorkingTree {
  /// Returns the wanted ignored files and empty folders below `folder`, sorted by path. Git keeps neither. Ignored
  /// folders are listed only when `isOpened`. Nothing named `.build` counts, and no other worktree of the clone.
  /// `folder` may be a single file, at any depth below an ignored folder.
  ///
  /// The result is based on the ignored files and folders that the scan found. The scan did not read ignored folders.
  package func ignoredFiles(
    below folder: RelativePath, opening isOpened: (RelativePath) -> Bool,
    where isWanted: (RelativePath) -> Bool
  ) -> [TreeFile] {
    func files(of submodule: WorkingTree, at path: RelativePath, below rest: RelativePath) -> [TreeFile] {
      submodule.ignoredFiles(
        below: rest, opening: { isOpened(path.appending($0)) }, where: { isWanted(path.appending($0)) }
      ).map { $0.moved(into: path) }
    }
    if let (inner, rest) = submodule(holding: folder) {
      let path = RelativePath(folder.bytes.dropLast(rest.isRoot ? 0 : rest.bytes.count + 1))
      return files(of: inner, at: path, below: rest)
    }
    var found: [TreeFile] = []
    for item in snapshot.ignored(below: folder) {
      let path = RelativePath(item.path)
      guard let kind = path == folder ? kindOnDisk(ofIgnored: item) : item.kind else { continue }
      if kind != .folder {
        if isWanted(path) { found.append(TreeFile(path: path, kind: kind, content: nil)) }
      } else if path == folder || isOpened(path) {
        collect(in: path, isOpened, isWanted, &found)
      }
    }
    for (path, inner) in submodules where path.isInside(folder) {
      found += files(of: inner, at: path, below: .root)
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Returns true for a place that Git ignores, alone or with a folder around it.
  package func isIgnored(_ place: RelativePath) -> Bool {
    if let (inner, rest) = submodule(holding: place) { return inner.isIgnored(rest) }
    return snapshot.ignored(below: place).contains { RelativePath($0.path) == place }
  }

  /// Returns the kind of an ignored place, or nil when nothing is there. The scan takes each place below an ignored
  /// folder for a folder, and the place may be one file or a link.
  private func kindOnDisk(ofIgnored item: UntrackedFile) -> FileKind? {
    item.kind == .folder ? Disk.kind(of: absolute(RelativePath(item.path))) : item.kind
  }

  /// Returns the file that a link leads to, or all files in the folder that it leads to, each with its path through the
  /// link. The files may be anywhere. Paths outside of the repository begin with `..`.
  package func files(behind link: RelativePath) -> [(seen: RelativePath, file: TreeFile)] {
    let root = Array(repository.workingFolder.utf8)
    guard let real = ByteFiles.resolved(root + [UInt8(ascii: "/")] + link.bytes),
      let kind = Disk.kind(of: real)
    else { return [] }
    let place = RelativePath(real).seen(from: RelativePath(root))
    guard kind == .folder else { return [(link, TreeFile(path: place, kind: kind, content: nil))] }
    var found: [TreeFile] = []
    collect(in: place, { _ in true }, { _ in true }, &found)
    return found.compactMap { file in file.path.relative(to: place).map { (link.appending($0), file) } }
  }

  private func collect(
    in folder: RelativePath, _ isOpened: (RelativePath) -> Bool, _ isWanted: (RelativePath) -> Bool,
    _ found: inout [TreeFile]
  ) {
    guard let entries = listing(of: folder) else { return }
    if entries.isEmpty, isWanted(folder), Disk.kind(of: absolute(folder)) == .folder {
      found.append(TreeFile(path: folder, kind: .folder, content: Self.emptyFolder))
    }
    for entry in entries where !entry.name.elementsEqual(".build".utf8) {
      let path = folder.appending(RelativePath(entry.name))
      if entry.kind != .folder {
        if isWanted(path) { found.append(TreeFile(path: path, kind: entry.kind, content: nil)) }
      } else if isOpened(path) {
        collect(in: path, isOpened, isWanted, &found)
      }
    }
  }

  /// Returns all entries of a folder on disk, sorted, or nil for another worktree of the clone. The list is empty when the
  /// folder cannot be read.
  private func listing(of folder: RelativePath) -> [FileEntry]? {
    let path = absolute(folder)
    let names = ByteFiles.names(in: path)
    let others = names.filter { !$0.elementsEqual(".git".utf8) }
    if others.count < names.count, LinkedWorktree.lies(at: path, of: repository.commonFolder) { return nil }
    let found = others.compactMap { name in
      Disk.kind(of: path + [UInt8(ascii: "/")] + name).map { FileEntry(name: name, kind: $0) }
    }
    return found.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    Array(repository.workingFolder.utf8) + [UInt8(ascii: "/")] + path.bytes
  }

  private static let emptyFolder = ContentID(hashing: [])
}
