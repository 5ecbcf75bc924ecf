import Base
import Foundation

@testable import Store

/// When the next fault strikes, and what happened.
final class Faults: Sendable {
  fileprivate struct State {
    var fault: CallFault?
    var skips = 0
    var lasts = false
    var isDead = false
    var fired = false
  }

  private let state = Guarded(State())

  /// `fault` befalls the call that follows `skips` others of its operation, and with `lasting` all after it.
  func arm(_ fault: CallFault, skips: Int, lasting: Bool) {
    state.with { $0 = State(fault: fault, skips: skips, lasts: lasting) }
  }

  var hasFired: Bool { state.with { $0.fired } }

  fileprivate func die() { state.with { $0.isDead = true } }

  fileprivate func next(_ operation: CallFault.Operation) throws(DiskError) -> CallFault? {
    let (fault, isDead) = state.with { state in (state.next(operation), state.isDead) }
    if isDead { throw DiskError(code: EIO) }
    return fault
  }
}

extension Faults.State {
  fileprivate mutating func next(_ operation: CallFault.Operation) -> CallFault? {
    guard !isDead, let fault, fault.operation == nil || fault.operation == operation else { return nil }
    guard skips == 0 else {
      skips -= 1
      return nil
    }
    fired = true
    if !lasts { self.fault = nil }
    return fault
  }
}

/// A folder whose calls fail when they are told to.
final class FaultyFolder: StoreFolder {
  private let inner: any StoreFolder
  private let faults: Faults

  init(_ inner: any StoreFolder, _ faults: Faults) {
    self.inner = inner
    self.faults = faults
  }

  /// Runs a call that may die before or after.
  private func call<Value>(
    _ fault: CallFault?, _ body: () throws(DiskError) -> Value
  ) throws(DiskError) -> Value {
    if fault == .diesBefore { faults.die() }
    if fault == .diesBefore { throw DiskError(code: EIO) }
    let value = try body()
    if fault == .diesAfter { faults.die() }
    if fault == .diesAfter { throw DiskError(code: EIO) }
    return value
  }

  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? {
    var fault = try faults.next(.open)
    if create, fault == nil, try inner.status(of: name) == nil { fault = try faults.next(.makeFolder) }
    switch fault {
    case .openNotPermitted, .openOutOfDescriptors, .openFindsLink, .makeFolderFull, .makeFolderQuota:
      throw DiskError(code: fault?.code ?? 0)
    case .openFindsNothing: return nil
    default:
      return try call(fault) { () throws(DiskError) in
        try inner.folder(name, create: create).map { FaultyFolder($0, faults) }
      }
    }
  }

  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? {
    let fault = try faults.next(.read)
    guard fault != .readFails else { throw DiskError(code: EIO) }
    guard let file = try call(fault, { () throws(DiskError) in try inner.read(name, limit: limit) }) else {
      return nil
    }
    var bytes = file.bytes
    switch fault {
    case .readIsShort: bytes.removeLast(min(bytes.count, 1 + bytes.count / 3))
    case .readIsFlipped: if !bytes.isEmpty { bytes[bytes.count / 2] ^= 4 }
    case .readFindsNothing: return nil
    case .readIsFromTheFuture: return StoredFile(bytes: bytes, modified: file.modified + 1_000_000_000)
    default: break
    }
    return StoredFile(bytes: bytes, modified: file.modified)
  }

  func status(of name: String) throws(DiskError) -> FileStatus? {
    let fault = try faults.next(.status)
    guard fault != .statusFails else { throw DiskError(code: EIO) }
    let status = try call(fault) { () throws(DiskError) in try inner.status(of: name) }
    return fault == .statusFindsNothing ? nil : status
  }

  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError) {
    let fault = try faults.next(.write)
    switch fault {
    case .createFull, .createNotPermitted: throw DiskError(code: fault?.code ?? 0)
    case .writeFull, .writeQuota, .writeFails:
      try inner.write(Array(bytes.prefix(bytes.count / 2)), to: name, durably: durably)
      throw DiskError(code: fault?.code ?? 0)
    case .syncFails, .closeFails:
      try inner.write(bytes, to: name, durably: durably)
      throw DiskError(code: EIO)
    case .writeIsTorn: try inner.write(Array(bytes.prefix(bytes.count / 2)), to: name, durably: durably)
    case .writeIsZeros: try inner.write(Array(repeating: 0, count: bytes.count), to: name, durably: durably)
    case .writeIsFlipped: try inner.write(bytes.dropLast() + [~(bytes.last ?? 0)], to: name, durably: durably)
    case .writeIsEmpty: try inner.write([], to: name, durably: durably)
    default: try call(fault) { () throws(DiskError) in try inner.write(bytes, to: name, durably: durably) }
    }
  }

  func change(_ change: FolderChange) throws(DiskError) {
    let fault = try faults.next(change.operation)
    switch fault {
    case .renameFails, .renameFull, .removeFails, .touchFails, .folderSyncFails:
      throw DiskError(code: fault?.code ?? 0)
    case .renameFailsWhenDone:
      try inner.change(change)
      throw DiskError(code: EIO)
    case .renameIsForgotten:
      if case .rename(let name, _) = change { try inner.change(.remove(name)) }
    default: try call(fault) { () throws(DiskError) in try inner.change(change) }
    }
  }

  func names() throws(DiskError) -> [String] {
    let fault = try faults.next(.names)
    guard fault != .namesFail else { throw DiskError(code: EIO) }
    let names = try call(fault) { () throws(DiskError) in try inner.names() }
    return fault == .namesArePartial ? Array(names.dropFirst()) : names
  }
}

extension FolderChange {
  fileprivate var operation: CallFault.Operation {
    switch self {
    case .rename: .rename
    case .remove: .remove
    case .touch: .touch
    case .sync: .sync
    }
  }
}
