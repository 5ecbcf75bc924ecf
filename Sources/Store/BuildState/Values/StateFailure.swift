package import Base

extension Failure {
  /// The reason why a build state was not saved or not restored. Neither is ever half done, and the caller builds
  /// without it.
  package enum State: String, Sendable {
    /// The store lacks parts of the state, or they are damaged.
    case damaged = "state-damaged"
    /// The scratch folder, or the state, contains files that a state may not have.
    case refused = "state-refused"
    /// Files are newer than this machine's clock. A file that is edited now would look older than its build.
    case fromTheFuture = "state-from-the-future"
    /// An input was written during the build.
    case inputChanged = "input-changed"
    /// The scratch folder exists already.
    case occupied = "state-occupied"
    case diskFull = "disk-full"
    case unreadable = "state-unreadable"
    case unwritable = "state-unwritable"

    fileprivate var hint: String {
      switch self {
      case .damaged: "nothing to do: the build starts from scratch, and its state replaces this one"
      case .refused: "the build starts from scratch; its next pass saves a new state"
      case .fromTheFuture: "set the clock of this machine, or of the one that saved the state"
      case .inputChanged: "run it again, and do not change files during the build"
      case .occupied: "`ambit cache state restore --force` replaces it"
      case .diskFull: "free some space; `ambit cache prune` shrinks the cache"
      case .unreadable, .unwritable: "check the permissions of the folder"
      }
    }
  }

  static func state(_ reason: State, _ message: String) -> Failure {
    // The message contains paths, which may have any bytes.
    Failure(code: reason.rawValue, message: Text.escapingControls(message), hints: [reason.hint])
  }

  /// The failure for bytes that the cache did not take. `free` is the space on its disk, if the system tells it.
  static func unsaved(bytes: Int, in cache: String, free: UInt64?) -> Failure {
    if let free, free < UInt64(bytes) {
      return .state(.diskFull, "the disk of \"\(cache)\" is full")
    }
    return .state(.unwritable, "the cache \"\(cache)\" cannot be written")
  }

  static func reading<Value>(
    _ path: some CustomStringConvertible, _ body: () throws(DiskError) -> Value
  ) throws(Failure) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      throw Failure.state(.unreadable, "\"\(path)\" cannot be read: \(error.reason)")
    }
  }

  static func writing<Value>(
    _ path: some CustomStringConvertible, _ body: () throws(DiskError) -> Value
  ) throws(Failure) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      let reason: State = error.kind == .full ? .diskFull : .unwritable
      throw Failure.state(reason, "\"\(path)\" cannot be written: \(error.reason)")
    }
  }
}
