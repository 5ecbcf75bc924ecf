import Base

/// One thing that a key is made of, as people see it.
package struct KeyInput: Sendable, Hashable {
  /// What the input is about. The raw values are in the key and in the JSON: they never change their meaning.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    // The same for every module
    case schema
    case toolchain, host, platforms, run, environment, config, global
    case workspaceFile = "workspace-file"
    // The same for all of a package
    case package
    case remote, lockfile, pin
    case packageFile = "package-file"
    // The module's own
    case module
    case target, product
    case packageDependency = "package-dependency"
    case trait, setting, file, input
    case systemLibrary = "system-library"
    case testRun = "test-run"
    // Other modules, by their keys
    case dependency
    case cycle
  }

  package let kind: Kind
  /// A path, a variable, a field of a description: unique within the kind.
  package let name: String
  package let value: String
}

/// What an input is called.
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

/// What an input is worth.
enum KeyValue {
  case text(String)
  /// In the order given: who calls sorts what has no order.
  case list([String])
  case file(FileKind, ContentID?)
  case digest(SHA256Digest)
}

/// Visits the inputs of a key. Hashing and explaining are two writers of the same walk.
protocol KeyWriter {
  mutating func input(_ kind: KeyInput.Kind, _ name: KeyName, _ value: KeyValue)

  /// A part that many keys share: its digest stands for what `walk` would visit.
  mutating func part(_ digest: SHA256Digest, _ walk: (inout Self) -> Void)
}

extension KeyWriter {
  mutating func text(_ kind: KeyInput.Kind, _ name: String, _ value: String?) {
    // Nothing said differs from an empty text by its being left out.
    if let value { input(kind, .text(name), .text(value)) }
  }

  mutating func list(_ kind: KeyInput.Kind, _ name: String, _ value: [String]) {
    if !value.isEmpty { input(kind, .text(name), .list(value)) }
  }
}
