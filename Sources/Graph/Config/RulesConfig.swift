package import Base

/// `rules`: the architecture that `ambit lint` holds the workspace to. None of it is built.
package struct RulesConfig: Sendable, Hashable {
  package var layers: [LayerRule] = []
  /// Tags whose modules never depend on each other.
  package var isolated: [String] = []
  package var onlyImportedBy: [ImporterRule] = []
  package var names: [NameRule] = []
  package var forbidden: [ForbiddenRule] = []
  package var contracts: [ContractRule] = []
  package var stable: [StableRule] = []
  package var imports = ImportsRule()
  package var inputs = InputsRule()
  package var pins: [PinRule] = []
  package var metrics: [MetricsRule] = []
  /// nil: packages may be local anywhere.
  package var local: LocalRule?
  package var requireOwner = false

  package init() {}
}

package struct LayerRule: Sendable, Hashable {
  package var name: String
  /// Modules with this tag form the layer.
  package var tag: String
  /// Names of layers; a layer may always see itself unless it is isolated.
  package var mayDependOn: [String]
}

/// Modules with a tag may be imported only by some.
package struct ImporterRule: Sendable, Hashable {
  package var tag: String
  package var by: [ModulePattern]
}

/// Modules with a tag have names of one form.
package struct NameRule: Sendable, Hashable {
  package var tag: String
  /// A regular expression that has been compiled once, so that it is known to be one.
  package var pattern: String
}

/// Modules with a tag expose to others only declarations of some kinds.
package struct ContractRule: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case `protocol`, `struct`, `enum`, `class`, actor, `typealias`, `func`, `var`, macro
  }

  /// Protocols and values.
  package static let standard: [Kind] = [.protocol, .struct, .enum, .typealias]

  package var tag: String
  /// Of types wherever they stand, and of what stands outside of types.
  package var expose: [Kind]
}

/// Modules whose interfaces no change breaks. A pattern and a tag join: either is enough.
package struct StableRule: Sendable, Hashable {
  package var match: ModulePattern?
  package var tag: String?
  /// Of an interface of which nobody can tell what the change did to it.
  package var unknown = Severity.warning
  /// For the finding's reader.
  package var because: String?

  package func applies(to module: ModuleID, hasTag: (String) -> Bool) -> Bool {
    match?.matches(module) == true || tag.map(hasTag) == true
  }
}

/// Modules that never depend on some others. A list of patterns and a tag join: either is enough.
package struct ForbiddenRule: Sendable, Hashable {
  /// With `fromTag` silent too, every module.
  package var from: [ModulePattern] = []
  package var fromTag: String?
  /// A bare name also stands for a module outside of the workspace: `UIKit`.
  package var to: [ModulePattern] = []
  package var toTag: String?
  /// For the finding's reader.
  package var because: String?

  package init() {}
}

/// On which branches no dependency is taken from a working copy that `ambit local` put in its place.
package struct LocalRule: Sendable, Hashable {
  package static let standard: [Glob] = ["main", "master", "release/**"].map { Glob($0) }

  package var branches: [Glob]

  package func forbids(on branch: String) -> Bool { branches.contains { $0.matches(RelativePath(branch)) } }
}

package enum Severity: String, Sendable, Hashable, CaseIterable {
  case off, warning, error
}

package struct ImportsRule: Sendable, Hashable {
  /// `import X` of a workspace module that the manifest does not declare.
  package var undeclared = Severity.warning
  /// A declared dependency that no source imports.
  package var unused = Severity.off
  /// A dependency that a manifest states twice, or a package of the workspace that none of its targets uses.
  package var redundant = Severity.off

  package init() {}
}

package struct InputsRule: Sendable, Hashable {
  /// A file of the workspace that tests were seen to read though nothing declares it.
  package var undeclared = Severity.warning

  package init() {}
}

/// How packages may ask for versions of external ones.
package struct PinRule: Sendable, Hashable {
  package enum Requirement: String, Sendable, Hashable, CaseIterable {
    case exact, upToNextMinor, upToNextMajor
  }

  package var match: ModulePattern
  package var require: Requirement

  package init(_ match: ModulePattern, require: Requirement) {
    self.match = match
    self.require = require
  }
}
