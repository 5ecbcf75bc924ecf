import Base
import Graph
import Reports
import Session
import SwiftSources
import Xcode

extension DoctorChecks {
  /// The limit for checks of one kind. The others are counted.
  private static let most = 5

  static func configuration(_ workspace: OpenWorkspace) -> [Check] {
    let file = workspace.location.absolutePath(of: workspace.location.configuration)
    guard LocalFiles.exists(file) else {
      return [Check("workspace", .ok, "no workspace.json: defaults apply (`ambit init` proposes one)")]
    }
    return [Check("workspace", .ok, "\(file) is valid")] + schema(beside: file)
  }

  /// An old schema makes editors mark settings of a newer version as wrong.
  private static func schema(beside file: String) -> [Check] {
    let schema = "\(LocalFiles.folder(of: file))/\(WorkspaceSchema.path)"
    guard let there = LocalFiles.read(schema), there != WorkspaceSchema.bytes else { return [] }
    return [
      Check(
        "workspace", .warning, "\(schema) is from another version of Ambit",
        fixes: ["update it: `ambit init --schema`"])
    ]
  }

  static func manifests(
    _ workspace: OpenWorkspace, _ loaded: WorkspaceLoader.Loaded, _ statistics: EvaluationStatistics
  ) -> [Check] {
    let graph = loaded.head
    do throws(Failure) {
      try workspace.refuseEmpty(loaded, .packagesAndProjects)
    } catch {
      return [failed("manifests", error)]
    }
    if graph.packages.isEmpty { return [] }
    let modules = graph.listedModules.reduce(0) { count, _ in count + 1 }
    let packages = graph.packages.count { !$0.isMissing }
    let found =
      "\(Wording.count(packages, "package")) with \(Wording.count(modules, "module")) (\(words(statistics)))"
    var checks = [Check("manifests", .ok, found)]
    checks += limited(
      loaded.unknownPackages.map { package in
        Check(
          "manifests", .error, "\"//\(package.folder)\" cannot be evaluated: \(package.reason)",
          fixes: ["fix the manifest; until then all possible dependents are selected"])
      })
    checks += limited(loaded.warnings.map { warning("manifests", $0) })
    checks += limited(
      CycleFinder.cycles(in: graph).map { cycle in
        Check(
          "manifests", .warning, SelectionPipeline.sentence(for: cycle),
          fixes: ["remove one of these dependencies"])
      })
    return checks
  }

  /// The Xcode projects, with doubts about them.
  static func projects(_ loaded: WorkspaceLoader.Loaded) -> [Check] {
    let projects = loaded.projects
    guard !projects.isEmpty else { return [] }
    let found =
      "\(Wording.count(projects.containers.count, "project")) with \(Wording.count(projects.graph.modules.count, "target"))"
    let unread = projects.unread.map { project in
      Check(
        "xcode", .error, "\"\(project.folder)\" cannot be read: \(project.reason)",
        fixes: ["fix the file; until then every target is selected"])
    }
    return [Check("xcode", .ok, found)] + limited(unread)
      + limited(projects.graph.warnings.map { warning("xcode", $0) })
  }

  /// `manifests: 10 from the cache, 2 evaluated together`
  private static func words(_ statistics: EvaluationStatistics) -> String {
    let parts = [
      (statistics.fromCache, "from the cache"), (statistics.batched, "evaluated together"),
      (statistics.rerun, "run again, because they read other files"),
      (statistics.fellBack, "evaluated one by one, which is slower"),
    ].filter { $0.0 > 0 }
    return "manifests: " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Lines of `test.quarantine` that have ended, or end within a week.
  static func quarantine(_ config: WorkspaceConfig, now: Int) -> [Check] {
    let today = Timestamp.date(now)
    return limited(
      config.quarantine.filter { $0.ends(within: 7, ofSecond: now) }.map { line in
        let word = line.hasEnded(on: today) ? "ended" : "ends"
        return Check(
          "workspace", .warning, "the quarantine of \"\(line.cases)\" \(word) on \(line.until)",
          fixes: ["fix the test (\(line.owner)) and remove the line, or set a later date"])
      })
  }

  /// Patterns of workspace.json that match no module.
  static func patterns(_ config: WorkspaceConfig, _ graph: WorkspaceGraph) -> [Check] {
    let unmatched = config.unmatchedPatterns(
      modules: graph.listedModules.map(\.id), packages: graph.packages.map(\.folder))
    return limited(
      unmatched.map { unmatched in
        Check(
          "workspace", .warning,
          "the pattern \"\(unmatched.pattern)\" in \"\(unmatched.place)\" matches no module",
          fixes: ["correct it in workspace.json, or remove it"])
      })
  }

  static func owners(_ workspace: OpenWorkspace, _ graph: WorkspaceGraph) throws(Failure) -> [Check] {
    let (resolver, warnings) = try workspace.ownerResolver()
    let checks = limited(warnings.map { warning("owners", $0) })
    let modules = Array(graph.listedModules)
    if modules.isEmpty { return checks }
    let unowned = modules.filter { module in
      resolver.owners(of: module).isUnowned
    }
    if unowned.isEmpty {
      return [Check("owners", .ok, "every module has an owner")] + checks
    }
    if unowned.count == modules.count, warnings.isEmpty {
      return [Check("owners", .ok, "no owners are declared (CODEOWNERS or \"owners\" in workspace.json)")]
    }
    let names = unowned.prefix(3).map(\.id.description).joined(separator: ", ")
    let message = "\(unowned.count) of \(Wording.count(modules.count, "module")) without an owner: \(names)"
    let all = unowned.count > 3 ? "\(message) and \(unowned.count - 3) more" : message
    return [
      Check(
        "owners", .warning, all,
        fixes: ["add a line to CODEOWNERS, or a rule to \"owners\" in workspace.json"])
    ] + checks
  }

  /// The first checks, and the number of the others.
  private static func limited(_ checks: [Check]) -> [Check] {
    guard checks.count > most, let last = checks.last else { return checks }
    return checks.prefix(most) + [Check(last.id, last.status, "and \(checks.count - most) more like it")]
  }
}
