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

extension Failure {
  /// The code of a cache folder that somebody else may have placed there.
  package static let unsafeCache = "cache-unsafe"

  /// A cache that cannot be used.
  static func cache(_ folder: String, _ error: DiskError) -> Failure {
    let isUnsafe = error.kind == .unexpected
    return Failure(
      code: isUnsafe ? unsafeCache : "cache-unavailable",
      message: isUnsafe
        ? "the cache \"\(folder)\" is not used: it is a symbolic link, or not a folder"
        : "the cache \"\(folder)\" cannot be opened: \(error.reason)",
      hints: ["`ambit cache path` shows the folder; remove what is there, or set XDG_CACHE_HOME"])
  }
}
