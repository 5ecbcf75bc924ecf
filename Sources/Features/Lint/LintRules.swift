import Base
import Graph
import Session

/// Checks a workspace against its rules.
struct LintRules {
  let pipeline: SelectionPipeline

  init(_ pipeline: SelectionPipeline) { self.pipeline = pipeline }

  private var workspace: OpenWorkspace { pipeline.workspace }

  /// With a change, the rules of its base count beside those of the head.
  /// A change cannot allow itself what it breaks, and must keep the rules that it adds.
  func findings(
    in subject: LintPreparation.Subject, _ facts: WorkspaceFacts
  ) throws(Failure) -> (findings: [LintFinding], warnings: [Warning]) {
    let (base, warnings) = baseConfig(subject.change)
    let limits = workspace.config.rules.metrics + (base?.rules.metrics ?? [])
    let (interfaces, untold) = try LintInterfaces(pipeline: pipeline, subject: subject).moved(
      by: [workspace.config, base].compactMap(\.self))
    let linter = Linter(
      facts, unknown: subject.unknownPackages, seen: try undeclaredInputs(subject.graph),
      measured: try LintMeasures(pipeline: pipeline, graph: subject.packages).modules(for: limits),
      branches: try workspace.branches(pipeline.world), interfaces: interfaces,
      jobs: pipeline.world.processors)
    let tags = ModuleTags(subject.graph, workspace.config)
    var found = try check(linter, workspace.config, tags, subject)
    if let base, !base.judgesAlike(workspace.config) {
      let known = Set(found.filter { $0.severity == .error }.map(\.fingerprint))
      let more = try check(linter, base, ModuleTags(subject.graph, base), subject).filter {
        !known.contains($0.fingerprint)
      }
      // If both give a finding, the stricter one counts.
      let replaced = Set(more.map(\.fingerprint))
      found = found.filter { !replaced.contains($0.fingerprint) } + more
    }
    if let change = subject.change { found = found.filter(change.concerns) }
    return (
      found.sorted(by: LintFinding.comesFirst), warnings + untold + (try unmatched(subject.graph, tags))
    )
  }

  func baseHasRules(_ change: LintChange?) -> Bool {
    baseConfig(change).config.map { $0.rules != RulesConfig() } ?? false
  }

  private func check(
    _ linter: Linter, _ config: WorkspaceConfig, _ tags: ModuleTags, _ subject: LintPreparation.Subject
  ) throws(Failure) -> [LintFinding] {
    try Failure.wrapping { try linter.findings(config, tags, ownership: subject.ownership(of:)) }
  }

  /// Returns nil when the base has no readable rules.
  private func baseConfig(_ change: LintChange?) -> (config: WorkspaceConfig?, warnings: [Warning]) {
    guard let tree = change?.baseTree else { return (nil, []) }
    do throws(Failure) {
      return (try workspace.config(in: tree), [])
    } catch {
      let warning = Warning(
        code: "unreadable-base-rules",
        message: "cannot read the rules of the base, so only the head's rules apply: \(error.message)")
      return (nil, [warning])
    }
  }
}

// MARK: Undeclared inputs

extension LintRules {
  /// Files that exist and that neither the module nor its dependencies declare.
  private func undeclaredInputs(_ graph: WorkspaceGraph) throws(Failure) -> [SeenInput] {
    let seen = workspace.footprints.modules.flatMap { module, footprint in
      footprint.tests.files.map { SeenInput(module, $0, isOfBuild: false) }
        + footprint.builds.files.map { SeenInput(module, $0, isOfBuild: true) }
    }
    guard !seen.isEmpty else { return [] }
    let map = ModuleMap(
      graph: graph,
      rules: PathRules(
        config: workspace.config, location: workspace.location, graph: graph))
    var reaches: [ModuleIndex: Reach<ModuleIndex>] = [:]
    return try Failure.wrapping {
      try seen.filter { input in
        guard let index = graph.index(of: input.module), let kind = try workspace.tree.kind(of: input.file),
          kind == .file || kind == .executable
        else { return false }
        let needed = reaches[index] ?? graph.modules(neededBy: [index])
        reaches[index] = needed
        // The graph already has files that builds read as inputs of the module.
        let readers = map.place(input.file).modules.filter { $0.role == .own || !input.isOfBuild }
        return !(readers.map(\.module) + map.declaredReaders(of: input.file)).contains { needed.isInside[$0] }
      }
    }
  }
}

// MARK: Rules without effect

extension LintRules {
  /// A rule that matches no module or folder is most likely misspelled, and never finds anything.
  private func unmatched(_ graph: WorkspaceGraph, _ tags: ModuleTags) throws(Failure) -> [Warning] {
    let config = workspace.config
    let modules = graph.listedModules.map(\.id)
    let patterns = config.unmatchedPatterns(modules: modules, packages: graph.packages.map(\.folder))
      .filter { $0.place.hasPrefix("rules.") }
      .map { warning("the pattern \"\($0.pattern)\" in \"\($0.place)\" matches no module") }
    let folders = try Failure.wrapping {
      try config.rules.folders.flatMap { try FolderParts($0, in: workspace.tree).unmatched($0) }
    }.map {
      warning("the pattern \"\($0.pattern)\" in \"rules.folders.\($0.key)\" matches no folder of Swift files")
    }
    let unborne = config.rules.tags.subtracting(tags.all)
    return patterns + folders
      + unborne.sorted().map { warning("a rule names the tag \"\($0)\", which no module has") }
  }

  private func warning(_ message: String) -> Warning {
    Warning(
      code: "unmatched-rule", message: message, hints: ["correct it in \(workspace.location.configuration)"])
  }
}

extension RulesConfig {
  fileprivate var tags: Set<String> {
    Set(
      layers.map(\.tag) + isolated + onlyImportedBy.map(\.tag) + names.map(\.tag) + contracts.map(\.tag)
        + stable.compactMap(\.tag)
        + forbidden.flatMap { [$0.fromTag, $0.toTag].compactMap(\.self) })
  }
}

extension WorkspaceConfig {
  /// True when both configurations give the same findings for any modules.
  fileprivate func judgesAlike(_ other: WorkspaceConfig) -> Bool {
    rules == other.rules && tags == other.tags
      && modules.map { [$0.pattern.text] + $0.settings.tags }
        == other.modules.map {
          [$0.pattern.text] + $0.settings.tags
        }
  }
}
