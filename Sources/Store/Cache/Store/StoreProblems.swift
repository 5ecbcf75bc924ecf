import Base

/// Problems that stopped nothing. Each kind is reported once.
final class StoreProblems: Sendable {
  enum Kind: String, CaseIterable {
    case readOnly = "cache-read-only"
    case unwritable = "cache-write-failed"
    case unreadable = "cache-read-failed"
    case unsafe = "cache-unsafe"
    case damaged = "cache-damaged"
  }

  private let folder: String
  private let found = Guarded<[Kind: String]>([:])

  init(folder: String) {
    self.folder = folder
  }

  func note(_ kind: Kind, _ detail: String) {
    found.with { if $0[kind] == nil { $0[kind] = detail } }
  }

  func note(_ error: DiskError, whileWriting: Bool) {
    switch error.kind {
    case .unexpected: note(.unsafe, error.reason)
    case .notPermitted where whileWriting: note(.readOnly, error.reason)
    case .full, .notPermitted, .missing, .other: note(whileWriting ? .unwritable : .unreadable, error.reason)
    }
  }

  /// The warnings in a fixed order. The order of discovery depends on threads.
  var warnings: [Warning] {
    let found = found.with { $0 }
    return Kind.allCases.compactMap { kind in
      found[kind].map { Warning(code: kind.rawValue, message: message(kind, $0)) }
    }
  }

  private func message(_ kind: Kind, _ detail: String) -> String {
    switch kind {
    case .readOnly: "nothing is recorded in the cache \"\(folder)\": \(detail)"
    case .unwritable: "the cache \"\(folder)\" could not record everything: \(detail)"
    case .unreadable: "the cache \"\(folder)\" could not be read completely: \(detail)"
    case .unsafe:
      "a part of the cache \"\(folder)\" is not used: it is a symbolic link, or not a folder"
    case .damaged: "the cache \"\(folder)\" had a damaged entry, which was moved aside: \(detail)"
    }
  }
}

/// The reason why there is no store to work with.
package struct StoreError: Error, Sendable, Hashable {
  package let code: String
  package let message: String

  /// The code for a folder that somebody else may have placed there.
  package static let unsafe = "cache-unsafe"

  init(folder: String, _ error: DiskError) {
    if error.kind == .unexpected {
      code = Self.unsafe
      message = "the cache \"\(folder)\" is not used: it is a symbolic link, or not a folder"
    } else {
      code = "cache-unavailable"
      message = "the cache \"\(folder)\" cannot be opened: \(error.reason)"
    }
  }
}
