import Base
import GitBridge

/// The copy of a revision in which a run happens. Each working folder has one.
/// It stays between runs with its scratch folder, so that the next revision only builds the difference.
struct RevisionRunFolder {
  /// The largest number of copies. Copies that were not used for longest are removed first.
  private static let limit = 8

  private let revisions: String
  private let home: String
  /// The copy of the repository's root. It has the original's name, since SwiftPM derives identities from folder names.
  let tree: String
  private let workingFolder: String

  init(for repository: Repository, _ world: World) throws(Failure) {
    guard let cache = world.cacheFolder else {
      throw Failure(
        code: "no-cache-folder", message: "there is no folder for a copy of the revision",
        hints: ["set HOME or XDG_CACHE_HOME"])
    }
    workingFolder = repository.workingFolder
    revisions = (LocalFiles.resolved(cache) ?? cache) + "/revisions"
    let id = SHA256.digest(of: Array(workingFolder.utf8)).description.prefix(16)
    home = "\(revisions)/\(id)"
    let name = workingFolder.split(separator: "/").last.map(String.init) ?? "root"
    tree = "\(home)/tree/\(name)"
  }

  /// Brings the copy to a commit, except for `kept`. The lock keeps other runs away from it. `unlike` are the files that
  /// a checkout would write otherwise.
  func prepare(
    _ commit: CommitID, of repository: Repository, keeping kept: RelativePath, _ console: CommandOutput
  ) throws(Failure) -> (lock: FileLock, unlike: Set<RelativePath>) {
    let export = try RevisionExport(of: commit, in: repository)
    try makeFolders()
    let lock = try lock(console)
    let file = home + "/files"
    var record = ExportRecord(decoding: LocalFiles.read(file) ?? [])
    let outcome = try export.update(tree, keeping: kept, record: &record)
    LocalFiles.replace(file, with: record.encoded())
    console.warn(RevisionRunWarnings.of(outcome, commit))
    sweep()
    return (lock, Set(outcome.shortfalls.map(\.path)))
  }

  /// Makes the folders, and refuses links on the path: files in this folder will be deleted.
  private func makeFolders() throws(Failure) {
    guard LocalFiles.makeFolders(tree), LocalFiles.resolved(tree) == tree else {
      throw Failure(
        code: "cache-unusable", message: "cannot create the folder \"\(tree)\" for a copy of the revision",
        hints: ["check the permissions of Ambit's cache folder, and that no link leads out of it"])
    }
    LocalFiles.replace(home + "/origin", with: Array(workingFolder.utf8))
  }

  private func lock(_ console: CommandOutput) throws(Failure) -> FileLock {
    do throws(DiskError) {
      return try FileLock.acquire(home + "/lock") {
        console.note("waiting for another run of Ambit that uses \(tree)")
      }
    } catch {
      throw Failure(
        code: "cache-unusable", message: "cannot lock \"\(home)/lock\"",
        hints: ["check the permissions of Ambit's cache folder"])
    }
  }
}

// MARK: Old copies

extension RevisionRunFolder {
  /// Removes copies whose working folder is gone, and the oldest ones above the limit.
  private func sweep() {
    let others = LocalFiles.names(in: revisions).map { "\(revisions)/\($0)" }.filter { $0 != home }
    let wanted = others.filter(Self.hasOrigin).map { ($0, LocalFiles.modified($0 + "/files") ?? 0) }
      .sorted { $0.1 > $1.1 }.prefix(Self.limit - 1).map(\.0)
    for copy in others where !wanted.contains(copy) {
      // A copy in use is left for a later run.
      guard let lock = FileLock.acquireIfFree(copy + "/lock") else { continue }
      withExtendedLifetime(lock) { _ = Repository.removeExport(at: copy) }
    }
  }

  private static func hasOrigin(_ copy: String) -> Bool {
    guard let origin = LocalFiles.read(copy + "/origin") else { return false }
    return LocalFiles.isFolder(String(decoding: origin, as: UTF8.self))
  }
}

/// Warnings about differences between the copy and a checkout.
enum RevisionRunWarnings {
  static func of(_ outcome: ExportOutcome, _ commit: CommitID) -> [Warning] {
    let absent = outcome.absentSubmodules.map { path in
      Warning(
        code: "absent-submodule",
        message: "the submodule \"\(path)\" is not checked out, so it is empty in the run",
        hints: ["git submodule update --init '\(path)'"])
    }
    let large = outcome.shortfalls.filter { if case .largeFile = $0.reason { true } else { false } }
    let converted = outcome.shortfalls.filter { !large.contains($0) }
    return absent
      + warning(
        "missing-large-files", large, "not fetched by Git LFS, so the run sees only pointers",
        hint: "git lfs fetch origin \(commit)")
      + warning(
        "unconverted-files", converted, "without the filter programs of a checkout, which Ambit does not run",
        hint: "to test with the filters, check out the revision and leave out --head")
  }

  private static func warning(
    _ code: String, _ files: [ExportShortfall], _ words: String, hint: String
  ) -> [Warning] {
    guard let first = files.first else { return [] }
    let count = Wording.count(files.count, "file")
    return [Warning(code: code, message: "\(count), such as \"\(first.path)\": \(words)", hints: [hint])]
  }
}
