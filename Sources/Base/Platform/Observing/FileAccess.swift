import CObserve

/// What a process asked of one path, and what was there when it first did.
package struct FileAccess: Sendable, Hashable {
  /// What can be asked of a path.
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Opened to be read.
    package static let read = Kinds(AMBIT_READ)
    /// What it is, links followed; for what is there that can include its size.
    package static let look = Kinds(AMBIT_STAT)
    /// The same, links not followed.
    package static let lookAtLink = Kinds(AMBIT_LSTAT)
    package static let list = Kinds(AMBIT_LIST)
    /// Where a link leads.
    package static let followLink = Kinds(AMBIT_LINK)
    package static let run = Kinds(AMBIT_EXECUTE)
    /// Created, changed or removed.
    package static let write = Kinds(AMBIT_WRITE)
    /// Nothing but when it was changed.
    package static let time = Kinds(AMBIT_TIME)

    private init(_ bit: Int) { rawValue = UInt32(bit) }
  }

  /// What was there.
  package struct State: Sendable, Hashable {
    package let mode: UInt32
    package let size: Int
    package let inode: UInt64
    package let device: UInt64
    /// In nanoseconds since 1970.
    package let changed: Int64
    package let modified: Int64

    package var kind: FileFacts.Kind { FileFacts.kind(ofMode: mode) }
  }

  /// Absolute, as it was asked for: with whatever links, `..` and doubled slashes there were.
  package let path: [UInt8]
  package let kinds: Kinds
  package let firstKinds: Kinds
  /// nil where nothing was.
  package let state: State?
  /// Who asked first, where that is written down.
  package let asker: Asker?

  /// A program, and the group of processes that it was seen in.
  package struct Asker: Sendable, Hashable {
    package let program: String
    /// The folder that it was in at first.
    package let folder: String
    /// What the first of the group was started with.
    package let words: [String]
    package let group: Int32

    package init(program: String, folder: String, words: [String], group: Int32) {
      self.program = program
      self.folder = folder
      self.words = words
      self.group = group
    }
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
  /// What is there now; nil where nothing is.
  package init?(of path: [UInt8], followingLinks: Bool) {
    guard let facts = FileFacts(of: path, followingLinks: followingLinks) else { return nil }
    self.init(
      mode: facts.mode, size: facts.size, inode: facts.inode, device: facts.device,
      changed: facts.changed.nanoseconds, modified: facts.modified.nanoseconds)
  }
}

/// All that a process and those that it started asked of files.
package struct ObservedFiles: Sendable, Hashable {
  /// In the order of first asking.
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

/// Why not all that a process asked was seen.
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
    (.root, "it looks at files from another root"),
    (.ring, "it reads files through io_uring"),
    (.memory, "its memory cannot be read"),
    (.foreign, "it runs a program for another processor"),
    (.handle, "it opens files by handles"),
    (.full, "it asks for too many files"),
  ]

  /// The first reason, in words; nil when everything was seen.
  package var reason: String? { Self.words.first { contains($0.0) }?.1 }
}
