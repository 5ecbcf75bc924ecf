import Digests
import Support

/// Lists what it visits, shared parts spelled out.
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
  /// What a file is, when it is not an ordinary one.
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
