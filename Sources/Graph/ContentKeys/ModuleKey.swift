package import Base

/// Names everything that decides what building and testing a module gives.
package struct ModuleKey: Sendable, Hashable {
  package let digest: SHA256Digest
  /// Why nothing may be recorded under the key; nil when something may.
  package var obstacle: KeyObstacle?

  /// Sixty-four hexadecimal digits.
  package var text: String { digest.description }
}

/// Something that decides a result and that no key can hold.
package struct KeyObstacle: Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case undeclaredImport = "undeclared-import"
    case unpinnedDependency = "unpinned-dependency"
    case inheritedEnvironment = "inherited-environment"
    case unreadableInput = "unreadable-input"
    /// Known after a build alone: it read what no key holds.
    case undeclaredInput = "undeclared-input"
  }

  package let code: Code
  /// A sentence.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
