import Arguments
import Base
import Graph
import Reports
import Session

/// Checks a workspace against its rules.
struct LintRules {
  let session: Session

  private var workspace: OpenWorkspace { session.workspace }

  /// With a change, the rules of its base count beside those of the head.
  /// A change cannot allow itself what it breaks, and must keep the rules that it adds.
  func findings(
    in subject: LintPreparation.Subject, _ facts: WorkspaceFacts
  ) throws(Failure) -> (findings: [LintFinding], warnings: [Warning]) {
    let (base, warnings) = baseConfig(subject.change)
    let limits = workspace.config.rules.metrics + (base?.rules.metrics ?? [])
    let (interfaces, untold) = try LintInterfaces(session: session, subject: subject).moved(
      by: [workspace.config, base].compactMap(\.self))
    let linter = Linter(
      facts, unknown: subject.unknownPackages, seen: try undeclaredInputs(subject.graph),
      measured: try LintMeasures(session: session, graph: subject.graph).modules(for: limits),
      branches: try workspace.branches(session.world), interfaces: interfaces,
      jobs: session.world.processors)
    let tags = ModuleTags(subject.graph, workspace.config)
    var found = try linter.findings(workspace.config, tags, ownership: subject.ownership(of:))
    if let base, !base.judgesAlike(workspace.config) {
      let known = Set(found.filter { $0.severity == .error }.map(\.fingerprint))
      let more = try linter.findings(
        base, ModuleTags(subject.graph, base), ownership: subject.ownership(of:)
      ).filter { !known.contains($0.fingerprint) }
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
    let map = workspace.map(of: graph)
    var reaches: [ModuleIndex: Reach<ModuleIndex>] = [:]
    var undeclared: [SeenInput] = []
    for input in seen {
      guard let index = graph.index(of: input.module), let kind = try workspace.tree.kind(of: input.file),
        kind == .file || kind == .executable
      else { continue }
      let needed = reaches[index] ?? graph.modules(neededBy: [index])
      reaches[index] = needed
      // The graph already has files that builds read as inputs of the module.
      let readers = map.place(input.file).modules.filter { $0.role == .own || !input.isOfBuild }
      let declaring = readers.map(\.module) + map.declaredReaders(of: input.file)
      if !declaring.contains(where: { needed.isInside[$0] }) { undeclared.append(input) }
    }
    return undeclared
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
    let folders = try config.rules.folders.map { rule throws(Failure) in
      try FolderParts(rule, in: workspace.tree).unmatched(rule)
    }.flatMap(\.self).map {
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

/// The effects of a change on interfaces that rules keep stable.
struct LintInterfaces {
  let session: Session
  let subject: LintPreparation.Subject

  /// Returns nothing where no rule asks, or where none of its modules is affected, since compiling takes time.
  func moved(
    by configs: [WorkspaceConfig]
  ) throws(Failure) -> (interfaces: [ModuleID: MovedInterface], warnings: [Warning]) {
    guard let change = subject.change, configs.contains(where: { !$0.rules.stable.isEmpty }) else {
      return ([:], [])
    }
    guard let baseGraph = change.baseGraph, let base = change.revisions.base else {
      return ([:], [Self.noBase])
    }
    let present = Set(subject.packages.listedModules.map(\.id))
    let previous = Set(baseGraph.listedModules.map(\.id))
    let reached = change.reached.union(previous.subtracting(present))
    let asked = reached.filter { id in configs.contains { $0.keepsStable(id) } }
    // A module that is new breaks nothing.
    let ids = asked.intersection(previous)
    guard !ids.isEmpty else { return ([:], []) }
    let (comparison, warnings) = try InterfaceComparison.between(
      baseGraph, of: base, and: subject.packages, session)
    let modules = try comparison.modules(.reaching(ids))
    return (
      Dictionary(modules.compactMap { module in interface(module).map { (module.id, $0) } }) { one, _ in one
      },
      warnings
    )
  }

  private func interface(_ module: InterfaceDiffReport.Module) -> MovedInterface? {
    switch (module.verdict, module.reason) {
    case (.same, _): nil
    case (.breaking, let reason?): .broken(reason)
    case (.unknown, let reason?): .unknown(reason)
    default: .changed(module.changes.map { .init($0.change, mentions: $0.users.map(mention)) })
    }
  }

  private func mention(_ user: InterfaceDiffReport.User) -> MovedInterface.Mention {
    let node = subject.graph.index(of: user.module).map { subject.graph.modules[$0] }
    let line = user.lines.first.map { ":\($0)" } ?? ""
    return .init(
      module: user.module, teams: node.map { subject.owners.owners(of: $0).owners } ?? [],
      place: "\(user.file)\(line)")
  }

  private static let noBase = Warning(
    code: "interfaces-unknown",
    message: "there is no base to compare interfaces with, so \"rules.stable\" is not checked")
}

extension WorkspaceConfig {
  fileprivate func keepsStable(_ module: ModuleID) -> Bool {
    guard !rules.stable.isEmpty else { return false }
    let tags = tags(of: module)
    return rules.stable.contains { $0.applies(to: module, hasTag: tags.contains) }
  }
}

extension Session {
  /// Returns the findings of the workspace, for commands that show them beside other data. Returns nil where neither
  /// the workspace nor its base has rules. With `onlyChanged`, only changed modules count.
  func findings(_ selection: SelectionOptions, onlyChanged: Bool) throws(Failure) -> [LintFinding]? {
    let hasRules = workspace.config.rules != RulesConfig()
    guard hasRules || onlyChanged else { return nil }
    var options = LintOptions()
    options.selection = selection
    options.onlyChanged = onlyChanged
    let preparation = LintPreparation(session: self, options: options)
    let subject = try preparation.subject()
    let rules = LintRules(session: self)
    guard hasRules || rules.baseHasRules(subject.change) else { return nil }
    return try rules.findings(in: subject, try preparation.facts(subject)).findings
  }
}

extension ChangeFinding {
  init(_ finding: LintFinding) {
    self.init(
      rule: finding.rule.id, severity: finding.severity == .error ? .error : .warning,
      module: finding.module?.description, file: "\(finding.file)", line: finding.line,
      message: finding.message, mend: finding.mend)
  }
}

extension GraphViolation {
  /// nil for a finding about a package as a whole.
  init?(_ finding: LintFinding) {
    guard let module = finding.module else { return nil }
    self.init(
      from: module, to: finding.other, rule: finding.rule.id, message: finding.message, why: finding.why,
      mend: finding.mend)
  }
}
