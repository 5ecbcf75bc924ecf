import CObserve

/// The requests of a process for one path, and the state of the path at the first of them.
package struct FileAccess: Sendable, Hashable {
  /// The kinds of requests for a path.
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Opened for reading.
    package static let read = Kinds(AMBIT_READ)
    /// `stat`: the kind of the file, links followed. It can include the size of an existing file.
    package static let look = Kinds(AMBIT_STAT)
    /// `lstat`: the same, links not followed.
    package static let lookAtLink = Kinds(AMBIT_LSTAT)
    package static let list = Kinds(AMBIT_LIST)
    /// Read the target of a link.
    package static let followLink = Kinds(AMBIT_LINK)
    package static let run = Kinds(AMBIT_EXECUTE)
    /// Created, changed or removed the file.
    package static let write = Kinds(AMBIT_WRITE)
    /// Read only the time of the last change.
    package static let time = Kinds(AMBIT_TIME)

    private init(_ bit: Int) { rawValue = UInt32(bit) }
  }

  /// The state of an existing file.
  package struct State: Sendable, Hashable {
    package let mode: UInt32
    package let size: Int
    package let inode: UInt64
    package let device: UInt64
    /// The time of the last change, in nanoseconds since 1970.
    package let changed: Int64
    package let modified: Int64

    package var kind: FileFacts.Kind { FileFacts.kind(ofMode: mode) }
  }

  /// The absolute path as the process wrote it, with its links, `..` and double slashes.
  package let path: [UInt8]
  package let kinds: Kinds
  package let firstKinds: Kinds
  /// The state, or nil when nothing was there.
  package let state: State?
  /// The process that asked first, when the observer records processes.
  package let asker: Asker?

  /// A program, and the process group in which it ran.
  package struct Asker: Sendable, Hashable {
    package let program: String
    /// The working folder of the program at its start.
    package let folder: String
    /// The arguments of the first process in the group.
    package let words: [String]
    package let group: Int32
  }

  package init(
    path: [UInt8], kinds: Kinds, firstKinds: Kinds? = nil, state: State?, asker: Asker? = nil
  ) {
    self.path = path
    self.kinds = kinds
    self.firstKinds = firstKinds ?? kinds
    self.state = state
    self.asker = asker
  }

  package init(_ path: String, _ kinds: Kinds, state: State? = nil, asker: Asker? = nil) {
    self.init(path: Array(path.utf8), kinds: kinds, state: state, asker: asker)
  }
}

extension FileAccess.State {
  /// Reads the present state of a path. Returns nil when nothing is there.
  package init?(of path: [UInt8], followingLinks: Bool) {
    guard let facts = FileFacts(of: path, followingLinks: followingLinks) else { return nil }
    self.init(
      mode: facts.mode, size: facts.size, inode: facts.inode, device: facts.device,
      changed: facts.changed.nanoseconds, modified: facts.modified.nanoseconds)
  }
}

/// All requests for files by a process and its children.
package struct ObservedFiles: Sendable, Hashable {
  /// The accesses in the order of the first requests.
  package var accesses: [FileAccess]
  package var blindness: Blindness

  package init(_ accesses: [FileAccess] = [], blindness: Blindness = []) {
    self.accesses = accesses
    self.blindness = blindness
  }

  package mutating func add(_ other: ObservedFiles) {
    accesses += other.accesses
    blindness.formUnion(other.blindness)
  }
}

/// The reasons why some requests of a process were not seen.
package struct Blindness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
  private init(_ bit: Int) { rawValue = UInt32(bit) }

  package static let root = Blindness(AMBIT_BLIND_ROOT)
  package static let ring = Blindness(AMBIT_BLIND_RING)
  package static let memory = Blindness(AMBIT_BLIND_MEMORY)
  package static let foreign = Blindness(AMBIT_BLIND_FOREIGN)
  package static let handle = Blindness(AMBIT_BLIND_HANDLE)
  package static let full = Blindness(AMBIT_BLIND_FULL)
  package static let network = Blindness(AMBIT_BLIND_NETWORK)

  private static let words: [(Blindness, String)] = [
    (.network, "it talks to other processes or machines"),
    (.root, "it reads files through another root or mount"),
    (.ring, "it reads files through io_uring"),
    (.memory, "its memory cannot be read"),
    (.foreign, "it runs a program for another processor"),
    (.handle, "it opens files by handle"),
    (.full, "it accesses too many files"),
  ]

  /// The first reason, in words, or nil when everything was seen.
  package var reason: String? { Self.words.first { contains($0.0) }?.1 }
}
