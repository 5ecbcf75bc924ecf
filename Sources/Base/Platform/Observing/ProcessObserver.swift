import CObserve

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Observes which files a command and its children ask for.
///
/// The kernel filters the thread that asks for it and everything that this thread starts. So one thread exists only to
/// start the command. Another thread answers all filtered processes until the last of them ends.
package final class ProcessObserver: Sendable {
  /// The largest number of paths that are recorded.
  package static let limit = 200_000

  /// The rules by which processes are recorded separately, or nil to record the requests of all together.
  private let manners: Manners?
  private let state = Guarded(State())

  private struct State {
    var watch: Watch?
    var problem: Int32?
  }

  /// Rules for processes outside of the command's own process group.
  package struct Manners: Sendable {
    /// Paths of programs. When such a program leads a process group, the group's requests are not recorded.
    package let quiet: [String]
    /// The beginnings of paths. Programs with such paths are recorded even in a quiet group.
    package let heard: [String]

    package init(quiet: [String], heard: [String]) {
      self.quiet = quiet
      self.heard = heard
    }
  }

  package init(_ manners: Manners? = nil) {
    self.manners = manners
  }

  /// Returns the requests seen so far, and stops recording. Returns nil when nothing can be seen.
  package func finish() -> ObservedFiles? {
    state.with { $0.watch }?.take()
  }

  /// Returns the reason why nothing can be observed on this machine, or nil when it works.
  package static func obstacle() -> String? {
    let observer = ProcessObserver()
    let command = Command(executable: "/bin/sh", arguments: ["-c", ":"])
    guard (try? command.run(timeout: .seconds(10), observer: observer)) != nil else {
      return "/bin/sh cannot be started"
    }
    if let number = observer.state.with({ $0.problem }) { return String(cString: strerror(number)) }
    let seen = observer.finish()
    if let reason = seen?.blindness.reason { return reason }
    return seen?.accesses.contains { $0.path == Array("/bin/sh".utf8) } ?? false
      ? nil : "no file access is recorded"
  }
}

extension ProcessObserver {
  /// Runs `spawn` so that its child is observed. When that is impossible, runs it unobserved.
  func starting(_ spawn: @escaping @Sendable () -> Result<pid_t, Failure>) -> Result<pid_t, Failure> {
    let listener = Guarded<Int32?>(nil)
    let isServed = Guarded<Bool?>(nil)
    let started = Guarded<Result<pid_t, Failure>?>(nil)
    let isThread = Threads.start {
      let number = ambit_observe_this_thread()
      listener.with { $0 = number }
      guard number >= 0 else { return }
      isServed.wait { $0 != nil }
      // Without an answering thread, a filtered process would fail at its first file.
      guard isServed.with({ $0 }) == true else { return }
      let result = spawn()
      started.with { $0 = result }
    }
    guard isThread else { return unobserved(EAGAIN, spawn) }
    listener.wait { $0 != nil }
    guard let number = listener.with({ $0 }), number >= 0 else {
      return unobserved(-(listener.with { $0 } ?? -ENOSYS), spawn)
    }
    guard let watch = Watch(listener: number, manners), Threads.start({ watch.serve() }) else {
      isServed.with { $0 = false }
      return unobserved(ENOMEM, spawn)
    }
    state.with { $0.watch = watch }
    isServed.with { $0 = true }
    started.wait { $0 != nil }
    return started.with { $0 } ?? unobserved(EAGAIN, spawn)
  }

  private func unobserved(
    _ number: Int32, _ spawn: () -> Result<pid_t, Failure>
  ) -> Result<pid_t, Failure> {
    state.with { $0.problem = number }
    return spawn()
  }
}

/// A listener and its recorded requests. It lives until both the serving thread and the reader are done.
///
/// The class is `@unchecked Sendable` because the C observer has a lock of its own.
private final class Watch: @unchecked Sendable {
  private let observer: OpaquePointer

  init?(listener: Int32, _ manners: ProcessObserver.Manners?) {
    guard let observer = Self.observer(listener, manners) else {
      close(listener)
      return nil
    }
    self.observer = observer
  }

  private static func observer(_ listener: Int32, _ manners: ProcessObserver.Manners?) -> OpaquePointer? {
    guard let manners else { return ambit_observer_new(listener, ProcessObserver.limit, nil) }
    // No path is empty or holds a NUL.
    let list = { (paths: [String]) in paths.filter { !$0.isEmpty }.map { "\($0)\0" }.joined() + "\0" }
    return list(manners.quiet).withCString { quiet in
      list(manners.heard).withCString { heard in
        var manners = ambit_manners(quiet: quiet, heard: heard)
        return ambit_observer_new(listener, ProcessObserver.limit, &manners)
      }
    }
  }

  deinit { ambit_observer_free(observer) }

  func serve() { withExtendedLifetime(self) { ambit_observer_serve(observer) } }

  func take() -> ObservedFiles {
    let observed = ambit_observer_take(observer)
    defer { ambit_observed_free(observed) }
    guard let text = observed.text else {
      return ObservedFiles(blindness: Blindness(rawValue: observed.blind))
    }
    let askers = UnsafeBufferPointer(start: observed.askers, count: observed.asker_count).map(
      FileAccess.Asker.init)
    let accesses = UnsafeBufferPointer(start: observed.accesses, count: observed.count).map { access in
      FileAccess(access, text, askers)
    }
    return ObservedFiles(accesses, blindness: Blindness(rawValue: observed.blind))
  }
}

extension FileAccess {
  fileprivate init(
    _ access: ambit_access, _ text: UnsafePointer<CChar>, _ askers: [Asker]
  ) {
    let bytes = UnsafeRawBufferPointer(start: text + access.path_start, count: access.path_length)
    let state = State(
      mode: access.mode, size: Int(access.size), inode: access.inode, device: access.device,
      changed: access.changed, modified: access.modified)
    self.init(
      path: Array(bytes), kinds: Kinds(rawValue: access.kinds),
      firstKinds: Kinds(rawValue: access.first_kinds), state: access.error == 0 ? state : nil,
      asker: access.asker > 0 ? askers[Int(access.asker) - 1] : nil)
  }
}

extension FileAccess.Asker {
  fileprivate init(_ asker: ambit_asker) {
    let words = UnsafeRawBufferPointer(start: asker.words, count: asker.words_length)
    self.init(
      program: asker.program.map { String(cString: $0) } ?? "",
      folder: asker.folder.map { String(cString: $0) } ?? "",
      words: words.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      .dropLast(),
      group: asker.group)
  }
}
