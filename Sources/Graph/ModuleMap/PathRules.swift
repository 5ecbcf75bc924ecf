package import Base

/// The configured rules about paths. All patterns are relative to the workspace.
package struct PathRules: Sendable, Hashable {
  /// Extra files that a module declares as its inputs. The pattern counts from the workspace's root and from the
  /// package's folder alike, since either may be meant.
  package struct ModuleInput: Sendable, Hashable {
    package let module: ModuleIndex
    package let pattern: PathPattern

    package init(module: ModuleIndex, pattern: PathPattern) {
      self.module = module
      self.pattern = pattern
    }
  }

  package var ignored: [PathPattern]
  package var harmless: HarmlessFiles
  package var global: [PathPattern]
  /// Files and folders that the flags of a run name. Every module is built with them.
  package var flagged: Set<RelativePath> = []
  package var unowned: InputsConfig.Unowned
  package var moduleInputs: [ModuleInput]
  /// The workspace's own configuration file.
  package var configuration: RelativePath
  /// True when a file may be opened by a name in another case.
  package var ignoresCase = false
  /// Lockfiles outside of their packages, with the folders of the packages that use them.
  package var lockfiles: [RelativePath: [RelativePath]]

  package init(
    ignored: [PathPattern] = [], harmless: HarmlessFiles = .own([]), global: [PathPattern] = [],
    unowned: InputsConfig.Unowned = .package,
    moduleInputs: [ModuleInput] = [],
    configuration: RelativePath = "workspace.json", lockfiles: [RelativePath: [RelativePath]] = [:]
  ) {
    self.ignored = ignored
    self.harmless = harmless
    self.global = global
    self.unowned = unowned
    self.moduleInputs = moduleInputs
    self.configuration = configuration
    self.lockfiles = lockfiles
  }
}
