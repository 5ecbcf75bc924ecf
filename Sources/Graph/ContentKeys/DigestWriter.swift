import Base

/// Hashes the inputs that it visits. Each piece follows its length, and each input its kind, so different lists of
/// inputs never give the same bytes.
struct DigestWriter: KeyWriter {
  private var bytes: [UInt8] = []

  mutating func input(_ kind: KeyInput.Kind, _ name: KeyName, _ value: KeyValue) {
    piece(kind.rawValue.utf8)
    switch name {
    case .text(let text): piece(text.utf8)
    case .path(let path): piece(path.bytes)
    }
    switch value {
    case .text(let text):
      tag("t")
      piece(text.utf8)
    case .list(let items):
      tag("l")
      count(items.count)
      for item in items { piece(item.utf8) }
    case .file(let kind, let content):
      tag("f")
      tag(kind.keyTag)
      if let content { content.append(to: &bytes) } else { tag("-") }
    case .digest(let digest):
      tag("d")
      bytes += digest.bytes
    }
  }

  mutating func part(_ digest: SHA256Digest, _ walk: (inout DigestWriter) -> Void) {
    tag("p")
    bytes += digest.bytes
  }

  static func digest(_ walk: (inout DigestWriter) -> Void) -> SHA256Digest {
    var writer = DigestWriter()
    walk(&writer)
    return SHA256.digest(of: writer.bytes)
  }

  /// Returns a digest of the inputs that `walk` visits, followed by those visited so far.
  func digest(after walk: (inout DigestWriter) -> Void) -> SHA256Digest {
    var writer = DigestWriter()
    walk(&writer)
    return SHA256.digest(of: writer.bytes + bytes)
  }

  private mutating func tag(_ tag: Unicode.Scalar) { bytes.append(UInt8(ascii: tag)) }

  private mutating func count(_ value: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func piece(_ piece: some Collection<UInt8>) {
    count(piece.count)
    bytes.append(contentsOf: piece)
  }
}

extension FileKind {
  fileprivate var keyTag: Unicode.Scalar {
    switch self {
    case .file: "f"
    case .executable: "x"
    case .symbolicLink: "l"
    case .folder: "d"
    case .absentSubmodule: "s"
    }
  }
}

/// Lists the inputs that it visits, with shared parts in full.
struct ExplainWriter: KeyWriter {
  private(set) var inputs: [KeyInput] = []

  mutating func input(_ kind: KeyInput.Kind, _ name: KeyName, _ value: KeyValue) {
    inputs.append(KeyInput(kind: kind, name: name.text, value: value.text))
  }

  mutating func part(_ digest: SHA256Digest, _ walk: (inout ExplainWriter) -> Void) { walk(&self) }
}

extension KeyValue {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.joined(separator: " ")
    case .file(let kind, let content):
      [kind.word, content?.description ?? "unreadable"].compactMap { $0 }.joined(separator: " ")
    case .digest(let digest): digest.description
    }
  }
}

extension FileKind {
  /// The word for a file that is not an ordinary one; nil for an ordinary file.
  fileprivate var word: String? {
    switch self {
    case .file: nil
    case .executable: "executable"
    case .symbolicLink: "link"
    case .folder: "folder"
    case .absentSubmodule: "submodule"
    }
  }
}

/// One input of a key, in the form for reports.
package struct KeyInput: Sendable, Hashable {
  /// The subject of the input. The raw values are in keys and in JSON, so their meaning never changes.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    // Kinds that are the same for every module
    case schema
    case toolchain, host, platforms, run, environment, config, global
    case workspaceFile = "workspace-file"
    // Kinds that are the same for all modules of a package
    case package
    case remote, lockfile, pin
    case packageFile = "package-file"
    // Kinds of the module's own inputs
    case module
    case target, product
    case packageDependency = "package-dependency"
    case trait, setting, file, input
    case systemLibrary = "system-library"
    case testRun = "test-run"
    // Kinds that stand for other modules, by their keys
    case dependency
    case cycle
  }

  package let kind: Kind
  /// A path, a variable, or a field of a description. It is unique within the kind.
  package let name: String
  package let value: String
}

enum KeyName {
  case text(String)
  case path(RelativePath)

  var text: String {
    switch self {
    case .text(let text): text
    case .path(let path): path.description
    }
  }
}

enum KeyValue {
  case text(String)
  /// A list in the given order. The caller sorts lists without an order.
  case list([String])
  case file(FileKind, ContentID?)
  case digest(SHA256Digest)
}

/// Visits the inputs of a key. Hashing and explaining are two writers of the same walk.
protocol KeyWriter {
  mutating func input(_ kind: KeyInput.Kind, _ name: KeyName, _ value: KeyValue)

  /// Visits a part that many keys share. Its digest stands for the inputs that `walk` would visit.
  mutating func part(_ digest: SHA256Digest, _ walk: (inout Self) -> Void)
}

extension KeyWriter {
  mutating func text(_ kind: KeyInput.Kind, _ name: String, _ value: String?) {
    // A missing value is left out, so that it differs from an empty text.
    if let value { input(kind, .text(name), .text(value)) }
  }

  mutating func list(_ kind: KeyInput.Kind, _ name: String, _ value: [String]) {
    if !value.isEmpty { input(kind, .text(name), .list(value)) }
  }
}
