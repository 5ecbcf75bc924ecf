import Base
import GitBridge
import Runner

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

/// Replaces paths in the copy by paths in the original, so that nobody edits a file of the copy.
struct RevisionRunPaths {
  private let copy: [UInt8]
  private let original: [UInt8]

  /// Both are absolute folders.
  init(copy: String, original: String) {
    self.copy = Array("\(copy)/".utf8)
    self.original = Array("\(original)/".utf8)
  }

  func mapped(_ bytes: [UInt8]) -> [UInt8] { bytes.replacing(copy, with: original) }

  private func mapped(_ text: String) -> String { String(decoding: mapped(Array(text.utf8)), as: UTF8.self) }

  func mapped(_ module: ModuleReport) -> ModuleReport {
    var module = module
    module.failures = module.failures.map(mapped)
    for index in module.quarantined.indices {
      module.quarantined[index].failures = module.quarantined[index].failures.map(mapped)
    }
    module.log = mapped(module.log)
    module.noVerdict = module.noVerdict.map(mapped)
    return module
  }

  private func mapped(_ failure: CaseFailure) -> CaseFailure {
    var failure = failure
    failure.message = mapped(failure.message)
    failure.file = failure.file.map(mapped)
    for frame in failure.frames.indices { failure.frames[frame].file = mapped(failure.frames[frame].file) }
    return failure
  }

  func mapped(_ package: PackageReport) -> PackageReport {
    var package = package
    package.errors = package.errors.map(mapped)
    package.noVerdict = package.noVerdict.map(mapped)
    return package
  }

  private func mapped(_ reason: Failure) -> Failure {
    Failure(code: reason.code, message: mapped(reason.message))
  }

  func mapped(_ error: BuildDiagnostic) -> BuildDiagnostic {
    var error = error
    error.message = mapped(error.message)
    error.file = error.file.map(mapped)
    return error
  }

  func mapped(_ report: RunReport) -> RunReport {
    var report = report
    report.packages = report.packages.map(mapped)
    report.modules = report.modules.map(mapped)
    report.warnings = report.warnings.map {
      Warning(code: $0.code, message: mapped($0.message), hints: $0.hints)
    }
    return report
  }
}

/// Passes events on with paths in the original instead of the copy.
final class RevisionRunObserver: RunObserver {
  private struct Source: Hashable {
    let name: String
    let stream: ProcessStream
  }

  private let inner: any RunObserver
  private let paths: RevisionRunPaths
  /// Incomplete last lines, since a path may be cut anywhere.
  private let unfinished = Guarded<[Source: [UInt8]]>([:])

  init(_ inner: any RunObserver, _ paths: RevisionRunPaths) {
    self.inner = inner
    self.paths = paths
  }

  func handle(_ event: RunEvent) {
    switch event {
    case .buildOutput(let name, let stream, let bytes):
      let lines = wholeLines(bytes, Source(name: name, stream: stream))
      if !lines.isEmpty { inner.handle(.buildOutput(name, stream, lines)) }
    case .testOutput(let module, let stream, let bytes):
      let lines = wholeLines(bytes, Source(name: module.description, stream: stream))
      if !lines.isEmpty { inner.handle(.testOutput(module, stream, lines)) }
    case .buildEnded(let name):
      end(name) { .buildOutput(name, $0, $1) }
      inner.handle(event)
    case .packageBuilt(let report):
      let name = RunEvent.buildName(ofOnly: report.folder)
      end(name) { .buildOutput(name, $0, $1) }
      inner.handle(.packageBuilt(paths.mapped(report)))
    case .moduleFinished(let report):
      end(report.id.description) { .testOutput(report.id, $0, $1) }
      inner.handle(.moduleFinished(paths.mapped(report)))
    case .confirming(let module, let errors): inner.handle(.confirming(module, errors.map(paths.mapped)))
    case .waiting, .buildStarted, .startedOver, .moduleStarted, .taskStarted, .taskOutput, .taskFinished:
      inner.handle(event)
    }
  }

  private func wholeLines(_ bytes: [UInt8], _ source: Source) -> [UInt8] {
    unfinished.with { unfinished in
      let all = (unfinished[source] ?? []) + bytes
      let end = all.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      unfinished[source] = Array(all[end...])
      return paths.mapped(Array(all[..<end]))
    }
  }

  /// Passes on the last lines of a process that has ended.
  private func end(_ name: String, _ event: (ProcessStream, [UInt8]) -> RunEvent) {
    for stream in [ProcessStream.stdout, .stderr] {
      let rest = unfinished.with { $0.removeValue(forKey: Source(name: name, stream: stream)) ?? [] }
      if !rest.isEmpty { inner.handle(event(stream, paths.mapped(rest))) }
    }
  }
}
