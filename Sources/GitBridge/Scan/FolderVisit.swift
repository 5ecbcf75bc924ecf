import Base

/// The visit to one folder. Tracked files are compared at once. Other files wait until the folder's ignore file is
/// read.
struct FolderVisit {
  private struct Unknown {
    var name: [UInt8]
    let kind: FileKind
    /// The tracked files below a folder.
    var range: Range<Int>
  }

  private let scanner: WorkingTreeScanner
  private let task: WorkingTreeScanner.Task
  private var unknown: [Unknown] = []
  private var isEmpty = true
  private var hasIgnoreFile = false

  init(scanner: WorkingTreeScanner, task: WorkingTreeScanner.Task) {
    self.scanner = scanner
    self.task = task
  }

  private var index: GitIndex { scanner.index }
  private var prefix: Int { task.path.count }
  private static let ignoreFile = Array(".gitignore".utf8)

  mutating func meet(
    _ name: UnsafeBufferPointer<UInt8>, kind listed: FileFacts.Kind?, in folder: borrowing FolderReader,
    _ findings: inout ScanFindings
  ) {
    isEmpty = false
    let entry = index.position(of: name, in: task.range, after: prefix)
    var facts: FileFacts?
    // Some file systems do not list kinds, and a tracked file may be a folder now.
    if entry != nil || listed == nil, listed != .folder { facts = folder.facts(of: name) }
    if let entry,
      (listed ?? facts?.kind) != .folder || index.entries[entry].kind == .absentSubmodule
    {
      compare(entry, with: facts ?? folder.facts(of: name), &findings)
      return
    }
    // Executables are told apart later, where it matters.
    let known = listed.map { $0.recorded(isExecutable: false) }
    guard let kind = known ?? facts?.recordedKind else { return }
    if kind.isPlain, name.elementsEqual(Self.ignoreFile) { hasIgnoreFile = true }
    let bytes = Array(name)
    let range =
      kind == .folder && !task.range.isEmpty
      ? index.folderRange(of: bytes, in: task.range, after: prefix) : 0..<0
    unknown.append(Unknown(name: bytes, kind: kind, range: range))
  }

  private mutating func compare(_ position: Int, with facts: FileFacts?, _ findings: inout ScanFindings) {
    let entry = index.entries[position]
    guard let facts, let kind = recordedKind(facts, entry) else { return }
    if kind.isPlain, index.path(of: entry).dropFirst(prefix).elementsEqual(Self.ignoreFile) {
      hasIgnoreFile = true
    }
    if kind == .folder {
      if entry.kind == .absentSubmodule {
        findings.present.append(position)
        findings.gitlinks.append(position)
      }
      return
    }
    findings.present.append(position)
    if !entry.isIntent, kind == entry.kind, entry.isProvenClean(facts, indexTime: index.timestamp) { return }
    findings.suspects.append(Suspect(entry: position, kind: kind, stamp: FileStamp(facts)))
  }

  /// Returns the kind that Git would record, as far as the file system can express it.
  private func recordedKind(_ facts: FileFacts, _ entry: IndexEntry) -> FileKind? {
    guard let kind = facts.recordedKind else { return nil }
    if kind.isPlain && entry.kind.isPlain && !scanner.settings.trustsFileMode { return entry.kind }
    if kind.isPlain && entry.kind == .symbolicLink && !scanner.settings.hasSymbolicLinks {
      return .symbolicLink
    }
    return kind
  }
}

// MARK: Untracked files

extension FolderVisit {
  /// Handles the untracked entries, now that the folder's ignore file is known. Returns the folders to visit.
  mutating func finish(_ findings: inout ScanFindings) -> [WorkingTreeScanner.Task] {
    if !scanner.settings.names.isExact { callByTrackedNames(&findings) }
    if isEmpty, !task.path.isEmpty {
      // Git keeps no empty folder either, so it is noted as one that Git ignores.
      findings.ignored.append(UntrackedFile(path: Array(task.path.dropLast()), kind: .folder))
    }
    if unknown.isEmpty { return [] }
    let ignores = scope(&findings)
    var folders: [WorkingTreeScanner.Task] = []
    for item in unknown {
      let path = task.path + item.name
      let isFolder = item.kind == .folder
      let isIgnored =
        task.isIgnored || ignores.ignores(path[...], name: item.name[...], isFolder: isFolder)
      if isFolder {
        if isIgnored && item.range.isEmpty {
          noteIgnored(item, path, &findings)
          continue
        }
        folders.append(
          WorkingTreeScanner.Task(
            path: path + [UInt8(ascii: "/")], range: item.range, ignores: ignores, isIgnored: isIgnored))
      } else if !isIgnored {
        findings.untracked.append(UntrackedFile(path: path, kind: item.kind))
      } else {
        noteIgnored(item, path, &findings)
      }
    }
    return folders
  }

  /// Replaces names on disk by Git's names where both lead to the same file.
  ///
  /// They do when Git's name is not listed in the folder and yet leads to a file. The configuration and inodes do not
  /// count, since some file systems make up an inode for each name.
  private mutating func callByTrackedNames(_ findings: inout ScanFindings) {
    guard !task.range.isEmpty, unknown.contains(where: { $0.range.isEmpty }) else { return }
    let tracked = TrackedNames(index, in: task.range, after: prefix, scanner.settings.names)
    let folder = scanner.root + [UInt8(ascii: "/")] + task.path
    var listed: Set<[UInt8]>?
    for item in unknown.indices.reversed() {
      guard unknown[item].range.isEmpty, let name = tracked.name(of: unknown[item].name) else { continue }
      let names = listed ?? Set(ByteFiles.names(in: folder))
      listed = names
      guard !names.contains(name), let facts = FileFacts(of: folder + name) else { continue }
      let isFolder = unknown[item].kind == .folder
      if let entry = index.position(of: name, in: task.range, after: prefix),
        !isFolder || index.entries[entry].kind == .absentSubmodule
      {
        unknown.remove(at: item)
        compare(entry, with: facts, &findings)
        continue
      }
      unknown[item].name = name
      if isFolder { unknown[item].range = index.folderRange(of: name, in: task.range, after: prefix) }
    }
  }

  /// Records an ignored file or folder. `.build` is left out, since SwiftPM writes it.
  private func noteIgnored(_ item: Unknown, _ path: [UInt8], _ findings: inout ScanFindings) {
    if item.name.elementsEqual(".build".utf8) { return }
    findings.ignored.append(UntrackedFile(path: path, kind: item.kind))
  }

  private func scope(_ findings: inout ScanFindings) -> IgnoreScope {
    if task.isIgnored { return task.ignores }
    guard let bytes = ignoreFileContents(&findings) else { return task.ignores }
    let rules = IgnoreRules(bytes, ignoresCase: scanner.settings.ignoresCase)
    return rules.isEmpty ? task.ignores : IgnoreScope(rules, prefix: prefix, outer: task.ignores)
  }

  private func ignoreFileContents(_ findings: inout ScanFindings) -> [UInt8]? {
    if hasIgnoreFile {
      // An ignore file that cannot be read ignores nothing. Then more is selected, not less.
      return Disk.contents(of: scanner.root + [UInt8(ascii: "/")] + task.path + Self.ignoreFile)
    }
    // A sparse checkout may have left the file out. Its rules apply anyway, as in Git.
    guard let position = index.position(of: Self.ignoreFile, in: task.range, after: prefix),
      index.entries[position].isSkipped
    else { return nil }
    do throws(Failure) {
      return try scanner.handle.object(index.entries[position].id)?.bytes
    } catch {
      findings.failure = findings.failure ?? error
      return nil
    }
  }
}

/// The tracked names of one folder, for a file system that ignores differences between names. The file `readme` on disk
/// may be Git's `README`.
struct TrackedNames {
  private let names: NameMatching
  /// The tracked names by their key.
  private let tracked: [String: [UInt8]]

  /// Reads the entries in `range`. They must be below one folder, whose path with its slash has `prefix` bytes.
  init(_ index: GitIndex, in range: Range<Int>, after prefix: Int, _ names: NameMatching) {
    self.names = names
    var tracked: [String: [UInt8]] = [:]
    var at = range.lowerBound
    while at < range.upperBound {
      let rest = index.path(at: at).dropFirst(prefix)
      let name = Array(rest.prefix { $0 != UInt8(ascii: "/") })
      tracked[names.key(of: name)] = name
      let isFolder = name.count < rest.count
      at =
        isFolder ? index.folderRange(of: name, in: at..<range.upperBound, after: prefix).upperBound : at + 1
    }
    self.tracked = tracked
  }

  /// Returns Git's name for a file that has another name on disk, as far as names tell.
  func name(of found: [UInt8]) -> [UInt8]? {
    tracked[names.key(of: found)].flatMap { $0 == found ? nil : $0 }
  }
}
