package import Names
package import Support

/// The targets of all projects of a workspace, with what should be said about them.
package struct XcodeGraph: Sendable, Hashable {
  /// Sorted by id.
  package let modules: [XcodeModule]
  /// What decides modules of packages besides their own files: schemes and plans that run a test bundle, and pins of the
  /// containers that show the package.
  package let bundles: [ModuleID: [XcodeModule.Part]]
  package let warnings: [Warning]

  package init(
    modules: [XcodeModule], bundles: [ModuleID: [XcodeModule.Part]] = [:], warnings: [Warning]
  ) {
    self.modules = modules
    self.bundles = bundles
    self.warnings = warnings
  }
}
