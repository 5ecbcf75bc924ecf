package import Base

/// `rules`: the architecture that `ambit lint` checks. The rules do not change a build.
package struct RulesConfig: Sendable, Hashable {
  package var layers: [LayerRule] = []
  /// Tags of modules that must not depend on each other.
  package var isolated: [String] = []
  package var onlyImportedBy: [ImporterRule] = []
  package var names: [NameRule] = []
  package var forbidden: [ForbiddenRule] = []
  package var contracts: [ContractRule] = []
  package var stable: [StableRule] = []
  package var folders: [FolderRule] = []
  package var imports = ImportsRule()
  package var inputs = InputsRule()
  package var pins: [PinRule] = []
  package var metrics: [MetricsRule] = []
  /// The rule for local packages; nil to allow them on any branch.
  package var local: LocalRule?
  package var requireOwner = false

  package init() {}
}

package struct LayerRule: Sendable, Hashable {
  package var name: String
  /// Modules with this tag form the layer.
  package var tag: String
  /// Names of layers. A layer may always depend on itself unless it is isolated.
  package var mayDependOn: [String]
}

/// A rule that only some modules may import modules with a tag.
package struct ImporterRule: Sendable, Hashable {
  package var tag: String
  package var by: [ModulePattern]
}

/// A rule for the names of modules with a tag.
package struct NameRule: Sendable, Hashable {
  package var tag: String
  /// A regular expression. Decoding has compiled it once, so it is valid.
  package var pattern: String
}

/// A rule that modules with a tag expose only some kinds of declarations to others.
package struct ContractRule: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case `protocol`, `struct`, `enum`, `class`, actor, `typealias`, `func`, `var`, macro
  }

  /// Protocols and values are allowed by default.
  package static let standard: [Kind] = [.protocol, .struct, .enum, .typealias]

  package var tag: String
  /// The allowed kinds of types, and of declarations outside of types.
  package var expose: [Kind]
}

/// A rule that no change breaks the interfaces of some modules. A module that matches the pattern or has the tag
/// counts.
package struct StableRule: Sendable, Hashable {
  package var match: ModulePattern?
  package var tag: String?
  /// The severity of a finding for an interface that cannot be compared.
  package var unknown = Severity.warning
  /// The reason, for the reader of a finding.
  package var because: String?

  package func applies(to module: ModuleID, hasTag: (String) -> Bool) -> Bool {
    match?.matches(module) == true || tag.map(hasTag) == true
  }
}

/// A rule that modules must not depend on some others. A module that matches one of the patterns or has the tag counts.
package struct ForbiddenRule: Sendable, Hashable {
  /// The modules of the rule. Without this and `fromTag` the rule is for every module.
  package var from: [ModulePattern] = []
  package var fromTag: String?
  /// The forbidden modules. A name alone also stands for a module outside of the workspace: `UIKit`.
  package var to: [ModulePattern] = []
  package var toTag: String?
  /// The reason, for the reader of a finding.
  package var because: String?
}

/// A rule that the subfolders of a folder do not name types of each other. It is a border inside a module.
package struct FolderRule: Sendable, Hashable {
  /// Subfolders that match `from` may name the types of those that match `to`. The patterns are for the names of
  /// subfolders.
  package struct Allowance: Sendable, Hashable {
    package var from: Glob
    package var to: [Glob]
  }

  /// The pattern of the folders whose direct subfolders are the parts.
  package var folder: Glob
  /// Patterns for names of types that every part may name.
  package var shared: [Glob] = []
  package var allow: [Allowance] = []
  /// The reason, for the reader of a finding.
  package var because: String?
}

/// The branches on which no dependency may come from a working copy that `ambit local` put in its place.
package struct LocalRule: Sendable, Hashable {
  package static let standard: [Glob] = ["main", "master", "release/**"].map { Glob($0) }

  package var branches: [Glob]

  package func forbids(on branch: String) -> Bool { branches.contains { $0.matches(RelativePath(branch)) } }
}

package enum Severity: String, Sendable, Hashable, CaseIterable {
  case off, warning, error
}

package struct ImportsRule: Sendable, Hashable {
  /// An `import X` of a workspace module that the manifest does not declare.
  package var undeclared = Severity.warning
  /// A declared dependency that no source imports.
  package var unused = Severity.off
  /// A dependency that a manifest declares twice, or a package of the workspace that none of its targets uses.
  package var redundant = Severity.off
}

package struct InputsRule: Sendable, Hashable {
  /// A file of the workspace that tests read and nothing declares.
  package var undeclared = Severity.warning
}

/// The form in which packages must ask for versions of external ones.
package struct PinRule: Sendable, Hashable {
  package enum Requirement: String, Sendable, Hashable, CaseIterable {
    case exact, upToNextMinor, upToNextMajor
  }

  package var match: ModulePattern
  package var require: Requirement
}

/// The limits for measures of modules.
package struct MetricsRule: Sendable, Hashable {
  /// The names are those of `ambit metrics`. For a test module, `lines` and `code` count its tests.
  package enum Measure: String, Sendable, Hashable, CaseIterable {
    case lines, code, tests, coverage, fanIn, fanOut, instability, depth, dependents
  }

  package struct Limit: Sendable, Hashable {
    package var min: Double?
    package var max: Double?
  }

  package var match: ModulePattern
  package var limits: [Measure: Limit]
  /// The reason, for the reader of a finding.
  package var because: String?
}

extension MetricsRule: ConfigDecodable {
  enum Key: String, ConfigKey {
    case match, because
    case lines, code, tests, coverage, fanIn, fanOut, instability, depth, dependents
  }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    try object.read(.because, into: &because)
    limits = [:]
    for measure in Measure.allCases {
      guard let key = Key(rawValue: measure.rawValue) else { continue }
      try object.read(key, into: &limits[measure])
    }
    if limits.isEmpty {
      let names = Measure.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw value.invalid("\"\(value.name)\" must limit one of \(names)")
    }
  }
}

extension MetricsRule.Limit: ConfigDecodable {
  enum Key: String, ConfigKey { case min, max }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    min = try object[.min]?.amount()
    max = try object[.max]?.amount()
    guard min != nil || max != nil else {
      throw value.invalid("\"\(value.name)\" must have \"min\" or \"max\"")
    }
    if let min, let max, min > max {
      throw value.invalid("\"min\" in \"\(value.name)\" is more than \"max\"")
    }
  }
}

extension ConfigValue {
  /// Returns a number from 0.
  fileprivate func amount() throws(Failure) -> Double {
    guard let number = node.doubleValue else { throw wrongType(expected: "a number") }
    guard number >= 0, number.isFinite else { throw invalid("\"\(name)\" must be a number from 0") }
    return number
  }
}
