import Arguments
import Base
import GitBridge
import Session

/// Decides when to run, when to end a run, and what to run next. It is pure: events and times go in, actions come out.
struct WatchLoop: Equatable {
  enum Event: Equatable {
    /// Files changed. The paths are for people.
    case changed(Set<String>)
    /// Files were written, and hold what they held before.
    case touched(Set<String>)
    /// The user asked for a run.
    case asked(WatchOptions.Reason)
    case leave
    /// The process ended, by itself or because it was stopped.
    case ended
  }

  enum Action: Equatable {
    /// Start a run. The paths are those that caused it.
    case start(WatchOptions.Reason, Set<String>)
    /// End the current run. The event `ended` follows.
    case stop
    case leave
  }

  private enum State: Equatable {
    case idle, running
    /// The current run is being ended. With `next: nil` the watch ends after it.
    case stopping(next: WatchOptions.Reason?)
  }

  private var state = State.idle
  private var pending: Set<String> = []
  /// Files that were written and restored during the current run, and may have misled it.
  private var touched: Set<String> = []
  /// The changed files that caused the current or last run.
  private var cause: Set<String> = []
  /// Files that may have misled the run before. They do not cause another run.
  /// Otherwise a test that writes the same file in every run would run forever.
  private var excused: Set<String> = []
  private var ended: Duration?
  /// The times of the oldest and the newest pending change.
  private var waiting: Waiting?
  /// The number of runs in a row that were stopped before their end.
  private var cutShort = 0

  private struct Waiting: Equatable {
    let since: Duration
    var last: Duration
  }

  /// One save of an editor gives several events, and a checkout gives thousands.
  static let quiet = Duration.milliseconds(30)
  private static let longestWait = Duration.milliseconds(400)
  private static let lateNews = Duration.seconds(1)
  /// Somebody who types all the time would get no verdict. After so many stopped runs the next one may finish.
  private static let mostCutShort = 5

  /// The time at which `tick` is due.
  var deadline: Duration? {
    guard let waiting, mayAct else { return nil }
    return min(waiting.last + Self.quiet, waiting.since + Self.longestWait)
  }

  /// True when pending changes may start or stop a run now.
  private var mayAct: Bool {
    switch state {
    case .idle: true
    case .running: cutShort < Self.mostCutShort
    case .stopping: false
    }
  }

  mutating func handle(_ event: Event, now: Duration) -> [Action] {
    switch event {
    case .changed(let paths):
      guard !paths.isEmpty else { return [] }
      pending.formUnion(paths)
      waiting = Waiting(since: waiting?.since ?? now, last: now)
      return []
    case .touched(let paths):
      let new = paths.subtracting(excused)
      switch state {
      case .running: touched.formUnion(new)
      // Events of the last moment of a run arrive after its end.
      case .idle: if let ended, now - ended <= Self.lateNews { return handle(.changed(new), now: now) }
      case .stopping: break
      }
      return []
    case .asked(let reason): return state == .idle ? start(reason) : stop(next: reason)
    case .leave: return state == .idle ? [.leave] : stop(next: nil)
    case .ended: return end(now)
    }
  }

  /// Call this once `deadline` has passed.
  mutating func tick(now: Duration) -> [Action] {
    guard let deadline, now >= deadline else { return [] }
    guard state == .running else { return start(.changes) }
    cutShort += 1
    return stop(next: .changes)
  }

  private mutating func start(_ reason: WatchOptions.Reason) -> [Action] {
    state = .running
    touched = []
    let changed = pending
    (cause, excused) = (changed, [])
    // A run of failed tests says nothing about other changes, so these stay pending.
    if reason != .failed { pending = [] }
    waiting = nil
    return [.start(reason, changed)]
  }

  private mutating func stop(next: WatchOptions.Reason?) -> [Action] {
    guard case .stopping(let before) = state else {
      state = .stopping(next: next)
      // The stopped run gave no verdict on its changes.
      pending.formUnion(cause)
      return [.stop]
    }
    // A request to quit stays, whatever is pressed later.
    state = .stopping(next: before == nil ? nil : next)
    return []
  }

  private mutating func end(_ now: Duration) -> [Action] {
    guard case .stopping(let next) = state else {
      (state, cutShort, ended) = (.idle, 0, now)
      let doubtful = touched
      pending.formUnion(doubtful)
      guard !doubtful.isEmpty || waiting == nil && !pending.isEmpty else { return tick(now: now) }
      defer { excused = doubtful }
      return start(.changes)
    }
    guard let next else { return [.leave] }
    return start(next)
  }
}

/// Decides which files of a repository count, and compares them with their last known contents.
///
/// It is not thread-safe: one thread uses it.
final class WatchedFiles: @unchecked Sendable {
  /// The root of Git's working tree.
  let root: [UInt8]
  private let repository: Repository
  /// Folders of modules, as far as they are known. They count even if Git ignores them.
  private let moduleFolders: [[UInt8]]
  /// Hash values of the paths that Git tracks, and of their folders. Ignore rules alone would drop some of them.
  private let known: Set<Int>
  private var contents: [[UInt8]: SHA256Digest?] = [:]

  struct Difference: Equatable {
    /// Some unknown files, because events were lost.
    static let unknown = Difference(changed: ["many files"])

    /// Relative to the working tree, for people.
    var changed: Set<String> = []
    /// Files that were written and hold what they held before. A run that read them meanwhile may have read something
    /// else.
    var touched: Set<String> = []
  }

  /// `files` are the paths that Git tracks, relative to `root`.
  init(
    _ repository: Repository, root: [UInt8], moduleFolders: [[UInt8]], files: some Sequence<RelativePath> = []
  ) {
    self.repository = repository
    self.root = root
    self.moduleFolders = moduleFolders
    var known: Set<Int> = []
    for file in files {
      var path = file
      // A folder that is known has known parents.
      while known.insert((root + [UInt8(ascii: "/")] + path.bytes).hashValue).inserted, !path.parent.isRoot {
        path = path.parent
      }
    }
    self.known = known
  }

  /// Returns true when a change of `paths` may alter which files count.
  static func decide(_ paths: Set<String>) -> Bool {
    paths == Difference.unknown.changed
      || paths.contains { path in
        let name = path.split(separator: "/").last ?? ""
        return [".gitignore", ".gitmodules", "workspace.json"].contains(name)
          || name.hasPrefix("Package") && name.hasSuffix(".swift")
      }
  }

  /// Returns true for folders of builds and of Git, and for ignored folders without modules.
  func skips(_ folder: [UInt8]) -> Bool {
    let name = folder[((folder.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    if name.elementsEqual(".git".utf8) || name.elementsEqual(".build".utf8) { return true }
    if known.contains(folder.hashValue) { return false }
    let slash = [UInt8(ascii: "/")]
    if moduleFolders.contains(where: {
      (folder + slash).starts(with: $0 + slash) || ($0 + slash).starts(with: folder + slash)
    }) {
      return false
    }
    guard let path = String(validating: folder.dropFirst(root.count + 1), as: UTF8.self) else { return false }
    return (try? repository.isIgnored(path + "/")) ?? false
  }

  /// Compares `paths` with what they held when they were last asked about.
  /// `existed` returns true for a file that existed when the watch began. Temporary files that came and went make no
  /// difference.
  func difference(_ paths: Set<[UInt8]>, _ existed: ([UInt8]) -> Bool) -> Difference {
    var difference = Difference()
    for path in paths where !Self.isEditors(path) && !isIgnored(path) {
      let content = Self.digest(of: path)
      let name = Text.escapingControls(Text.escapingInvalidUTF8(Array(path.dropFirst(root.count + 1))))
      let known = contents[path] ?? (content == nil && !existed(path) ? .some(nil) : nil)
      if let known, known == content {
        difference.touched.insert(name)
      } else {
        contents[path] = .some(content)
        difference.changed.insert(name)
      }
    }
    return difference
  }

  /// Call this when changes were lost. The next change of any file then makes a difference.
  func forget() { contents = [:] }

  private func isIgnored(_ path: [UInt8]) -> Bool {
    guard !known.contains(path.hashValue),
      !moduleFolders.contains(where: { path == $0 || path.starts(with: $0 + [UInt8(ascii: "/")]) }),
      let path = String(validating: path.dropFirst(root.count + 1), as: UTF8.self)
    else { return false }
    return (try? repository.isIgnored(path)) ?? false
  }

  /// Returns a digest of content and executable bit; for a link its target, for a folder its identity. nil if nothing
  /// is there.
  private static func digest(of path: [UInt8]) -> SHA256Digest? {
    guard let facts = FileFacts(of: path) else { return nil }
    let digest = SHA256()
    digest.update([facts.isExecutable && facts.kind != .folder ? 1 : 0])
    switch facts.kind {
    case .file: digest.update((try? ByteFiles.contents(of: path)) ?? [])
    case .link: digest.update(ByteFiles.linkTarget(at: path) ?? [])
    case .folder: digest.update(facts.inode.description.utf8)
    case .other: break
    }
    return digest.finish()
  }

  /// Returns true for temporary files that editors write beside a file while saving.
  private static func isEditors(_ path: [UInt8]) -> Bool {
    let name = Substring(
      String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self))
    return name == "4913" || name == ".DS_Store" || name.hasSuffix("~") || name.hasPrefix(".#")
      || name.hasPrefix("#") && name.hasSuffix("#")
      || name.hasPrefix(".") && [".swp", ".swx", ".swo", ".tmp"].contains(where: name.hasSuffix)
  }
}
