package import Base

/// A digest of everything that decides the result of building and testing a module.
package struct ModuleKey: Sendable, Hashable {
  package let digest: SHA256Digest
  /// The reason why nothing may be recorded under the key; nil when results may be recorded.
  package var obstacle: KeyObstacle?
  /// The obstacle that holds for dependents too. It may differ from `obstacle`: a missing pin is the module's own.
  var inherited: KeyObstacle?

  /// The digest as sixty-four hexadecimal digits.
  package var text: String { digest.description }
}

/// A fact that decides a result and that no key can contain.
package struct KeyObstacle: Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case undeclaredImport = "undeclared-import"
    case unpinnedDependency = "unpinned-dependency"
    case inheritedEnvironment = "inherited-environment"
    case unreadableInput = "unreadable-input"
    /// The build read a file that no key contains. This is known only after a build.
    case undeclaredInput = "undeclared-input"
  }

  package let code: Code
  /// The reason as a sentence.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
