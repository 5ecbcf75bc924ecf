/// The rules that a workspace is held to, by the ids that findings, baselines and reports carry.
package enum LintRule: String, Sendable, Hashable, CaseIterable {
  case layer, isolated
  case onlyImportedBy = "only-imported-by"
  case name, forbidden, contract, stable
  case undeclaredImport = "undeclared-import"
  case unusedDependency = "unused-dependency"
  case redundantDependency = "redundant-dependency"
  case undeclaredInput = "undeclared-input"
  case cycle, pin, metric, local, owner
  /// Of a package that cannot be evaluated nobody can say whether it keeps the rules.
  case unknownManifest = "unknown-manifest"

  package var id: String { rawValue }

  /// What the rule demands, in a sentence.
  package var summary: String {
    switch self {
    case .layer: "A module depends only on layers that its own may see."
    case .isolated: "Modules of an isolated group never depend on each other."
    case .onlyImportedBy: "Implementation modules are imported only where the parts are put together."
    case .name: "Modules of a group have names of one form."
    case .forbidden: "Some modules never depend on some others."
    case .contract: "Modules of contracts expose only declarations of some kinds."
    case .stable: "No change breaks the interfaces of some modules."
    case .undeclaredImport: "What a source imports is declared in the manifest."
    case .unusedDependency: "What the manifest declares is imported by some source."
    case .redundantDependency: "The manifest declares each dependency once, and none that nothing uses."
    case .undeclaredInput: "What tests read is declared."
    case .cycle: "Modules do not depend on themselves through others."
    case .pin: "Versions of external packages are asked for in the form that the policy names."
    case .metric: "What is measured of a module keeps within its limits."
    case .local: "On some branches no package is a working copy in the place of a release."
    case .owner: "Every module has an owner."
    case .unknownManifest: "Every manifest can be evaluated."
    }
  }
}
