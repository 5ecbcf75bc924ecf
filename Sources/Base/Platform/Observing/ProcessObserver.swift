import CObserve

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sees which files a command and all that it starts ask for.
///
/// A filter holds for the thread that asks for it, and for what that starts: a thread is made for nothing but to start
/// the command. Another one answers all who are filtered, to the end of the last of them.
package final class ProcessObserver: Sendable {
  /// So many paths are written down.
  package static let limit = 200_000

  /// Where who asks is written down too, each one's questions for itself.
  private let manners: Manners?
  private let state = Guarded(State())

  private struct State {
    var watch: Watch?
    var problem: Int32?
  }

  /// Of whom nothing is written down, beside the group of processes that the command itself is of.
  package struct Manners: Sendable {
    /// The paths of programs: nothing of a group of processes that one of them leads...
    package let quiet: [String]
    /// ...but of programs whose paths begin so.
    package let heard: [String]

    package init(quiet: [String], heard: [String]) {
      self.quiet = quiet
      self.heard = heard
    }
  }

  package init(_ manners: Manners? = nil) {
    self.manners = manners
  }

  /// What has been seen so far; nil when nothing can be. Nothing more is written down.
  package func finish() -> ObservedFiles? {
    state.with { $0.watch }?.take()
  }

  /// Why nothing can be seen here; nil when it can.
  package static func obstacle() -> String? {
    let observer = ProcessObserver()
    let command = Command(executable: "/bin/sh", arguments: ["-c", ":"])
    guard (try? command.run(timeout: .seconds(10), observer: observer)) != nil else {
      return "no program can be started"
    }
    if let number = observer.state.with({ $0.problem }) { return String(cString: strerror(number)) }
    let seen = observer.finish()
    if let reason = seen?.blindness.reason { return reason }
    return seen?.accesses.contains { $0.path == Array("/bin/sh".utf8) } ?? false ? nil : "nothing is seen"
  }
}

extension ProcessObserver {
  /// Runs `spawn` where its child is observed, if that can be; else where it is not.
  func starting(_ spawn: @escaping @Sendable () -> Result<pid_t, ProcessError>) -> Result<pid_t, ProcessError>
  {
    let listener = Guarded<Int32?>(nil)
    let isServed = Guarded<Bool?>(nil)
    let started = Guarded<Result<pid_t, ProcessError>?>(nil)
    let isThread = Threads.start {
      let number = ambit_observe_this_thread()
      listener.with { $0 = number }
      guard number >= 0 else { return }
      isServed.wait { $0 != nil }
      // Whoever nobody answers would fail at the first file.
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
    _ number: Int32, _ spawn: () -> Result<pid_t, ProcessError>
  ) -> Result<pid_t, ProcessError> {
    state.with { $0.problem = number }
    return spawn()
  }
}

/// A listener, and what was heard. It lasts until both who serves and who wants to know are done.
///
/// Unchecked: who takes and who serves are kept apart by a lock of the observer's own.
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
    // What holds a NUL is the path of nothing.
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
