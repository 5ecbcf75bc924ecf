import Base

/// Why a state was not saved or not restored. Neither is ever half done: whoever wanted it builds without.
package struct StateError: Error, Equatable, Sendable {
  package enum Code: String, Sendable {
    /// What lies in the store is not, or not wholly, what a save wrote.
    case damaged = "state-damaged"
    /// The scratch folder holds, or the state wants to write, what a state does not have.
    case refused = "state-refused"
    /// Files that are newer than this machine's clock: what is edited now would look older than its build.
    case fromTheFuture = "state-from-the-future"
    /// An input was written while it was built from.
    case inputChanged = "input-changed"
    /// The scratch folder is there already.
    case occupied = "state-occupied"
    case diskFull = "disk-full"
    case unreadable = "state-unreadable"
    case unwritable = "state-unwritable"
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    // Paths stand in it, and theirs may be any bytes.
    self.message = Text.escapingControls(message)
  }
}

extension StateError {
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
