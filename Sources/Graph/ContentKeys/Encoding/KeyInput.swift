import Base

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

/// The name of an input.
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

/// The value of an input.
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
