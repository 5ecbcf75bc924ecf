import Base

/// Checks `imports.undeclared`: a manifest declares all modules that its sources import.
enum UndeclaredCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    guard context.rules.imports.undeclared != .off else { return [] }
    return context.facts.listed.flatMap { module in
      context.facts.uses[module].filter { !$0.isConditional && !isReleased($0, by: module, context) }
        .map { finding($0, by: module, context) }
    }
  }

  /// Returns true when the target uses a release of the package with the imported module. A working copy of that
  /// package in the workspace does not make the import undeclared.
  private static func isReleased(_ use: ImportUse, by module: ModuleIndex, _ context: RuleContext) -> Bool {
    let graph = context.facts.graph
    let outside = Set(graph.modules[module].externalPackages)
    return use.bearers.allSatisfy { outside.contains(graph.packages[graph.modules[$0].package].identity) }
  }

  private static func finding(_ use: ImportUse, by module: ModuleIndex, _ context: RuleContext) -> LintFinding
  {
    let bearers = use.bearers.map(context.id)
    let known = bearers.count == 1 ? bearers[0] : nil
    let others = known == nil ? "; it may be \(QuotedNames.list(bearers.map(\.description), "or"))" : ""
    return LintFinding(
      rule: .undeclaredImport, severity: context.rules.imports.undeclared,
      package: context.id(module).package,
      module: context.id(module), other: known, subject: known == nil ? use.name : nil, site: use.site,
      message: "\(context.id(module)) imports \(known?.description ?? use.name), which its manifest does not "
        + "declare\(others)",
      why: use.isReached
        ? "the import works only through another dependency, and may break when that dependency changes"
        : "the import works only if the module happens to be built first, so a build may fail or use "
          + "an old state",
      mend:
        "add it to the target's dependencies in \(context.id(module).package.appending(PackageFile.manifest)), "
        + "or remove the import")
  }
}
