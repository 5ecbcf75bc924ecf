import Base

/// The reason why a state was not saved or not restored. Neither is ever half done, and the caller builds without it.
package struct StateError: Error, Equatable, Sendable {
  package enum Code: String, Sendable {
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
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    // The message contains paths, which may have any bytes.
    self.message = Text.escapingControls(message)
  }
}

extension StateError {
  /// The error for bytes that the cache did not take. `free` is the space on its disk, if the system tells it.
  static func unsaved(bytes: Int, in cache: String, free: UInt64?) -> StateError {
    if let free, free < UInt64(bytes) {
      return StateError(.diskFull, "the disk of \"\(cache)\" is full")
    }
    return StateError(
      .unwritable, "the cache \"\(cache)\" cannot be written")
  }

  static func reading<Value>(
    _ path: some CustomStringConvertible, _ body: () throws(DiskError) -> Value
  ) throws(StateError) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      throw StateError(.unreadable, "\"\(path)\" cannot be read: \(error.reason)")
    }
  }

  static func writing<Value>(
    _ path: some CustomStringConvertible, _ body: () throws(DiskError) -> Value
  ) throws(StateError) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      let code: Code = error.kind == .full ? .diskFull : .unwritable
      throw StateError(code, "\"\(path)\" cannot be written: \(error.reason)")
    }
  }
}
