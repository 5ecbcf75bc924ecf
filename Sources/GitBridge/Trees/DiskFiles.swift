package import Base

/// Files of a work tree with their bytes on disk, without Git's filters.
///
/// Git identifies a file by its cleaned content. Filters for line ends, keywords or large files hide the bytes that a
/// compiler reads. Git knows nothing about untracked and ignored files.
package struct DiskFiles: Sendable {
  private let root: [UInt8]
  private let threads: Int
  private let known: StatCache
  private(set) var records: [[UInt8]: StatCache.Record] = [:]

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
    let pieces = stride(from: 0, to: files.count, by: 64).map { files[$0..<min($0 + 64, files.count)] }
    let found = try concurrentMap(pieces, jobs: min(threads, pieces.count)) {
      piece throws(Failure) in
      var found: [Found] = []
      for file in piece { found.append(try reader.read(file)) }
      return found
    }.flatMap { $0 }
    for (file, found) in zip(files, found) {
      guard let record = found.record, record.stamp.isOlder(than: limit) else { continue }
      records[file.path.bytes] = record
    }
    return found.map(\.file)
  }

  /// The facts to remember for the next run.
  package var learned: StatCache { StatCache(records: records) }

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
