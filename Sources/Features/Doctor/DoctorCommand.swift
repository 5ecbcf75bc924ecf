import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit doctor`: checks everything that Ambit needs. Later checks need the results of earlier ones.
struct DoctorCommand: AmbitCommand {
  let onlyHarmless: Bool

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if onlyHarmless {
      let harmless = try OpenWorkspace.open(world, global, headRevision: nil).config.inputs.harmless
      console.answer(
        json: HarmlessReport.json(harmless), text: HarmlessReport.lines(harmless, width: console.output.width)
      )
      return .success
    }
    let report = DoctorReport(checks: try checks(world, global))
    console.answer(json: DoctorJSON.text(report), text: DoctorText.lines(report, width: console.output.width))
    return report.hasErrors ? .failed : .success
  }

  private func checks(_ world: World, _ global: GlobalOptions) throws(Failure) -> [DoctorReport.Check] {
    world.progressLine.begin("Checking the toolchain")
    let (toolchain, toolchainChecks) = DoctorChecks.toolchain(world)
    var checks =
      toolchainChecks + DoctorChecks.cache(world) + [
        DoctorChecks.observing(), DoctorChecks.worktrees(world), DoctorChecks.sandbox(world),
      ]
    world.progressLine.begin("Checking the repository")
    let start = world.workingFolder
    let repository: Repository
    do throws(Failure) {
      repository = try Repository.open(containing: start, environment: world.environment)
    } catch {
      return checks + [DoctorChecks.failed("git", error)]
    }
    checks += DoctorChecks.repository(repository)
    let workspace: OpenWorkspace
    do throws(Failure) {
      workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    } catch {
      return checks + [DoctorChecks.failed("workspace", error)]
    }
    checks += DoctorChecks.configuration(workspace) + DoctorChecks.base(workspace, world)
    checks += DoctorChecks.quarantine(workspace.config, now: world.date())
    world.progressLine.begin("Checking the remote cache")
    checks += DoctorChecks.remote(workspace, world)
    guard let toolchain else { return checks }
    checks.append(DoctorChecks.engine(workspace.config, toolchain))
    do throws(Failure) {
      let (loaded, statistics) = try workspace.load(.nothing(), toolchain, world)
      checks += DoctorChecks.manifests(workspace, loaded, statistics)
      checks += DoctorChecks.projects(loaded)
      let graph = loaded.headWithProjects
      checks += DoctorChecks.patterns(workspace.config, graph)
      checks += try DoctorChecks.owners(workspace, graph)
      checks += DoctorChecks.ignoredFolders(workspace, loaded.head)
      checks += try DoctorChecks.unowned(workspace, loaded, world)
    } catch {
      checks.append(DoctorChecks.failed("manifests", error))
    }
    return checks
  }
}

extension FlagSpec {
  static let harmless = toggle(
    "harmless", "Only print patterns of files that select nothing, in the form of workspace.json")
}

extension DoctorCommand {
  static let spec = CommandSpec(
    "doctor", .everyday, "Check your setup, and explain how to fix problems",
    discussion: [
      "Ambit checks the toolchain, Git and the base, the cache, workspace.json, manifests, owners and "
        + "ignored files. Exits with 1 on errors, not on warnings.",
      "Ambit also lists files outside of modules that selected much in the last 50 commits, without a "
        + "known reader.",
    ],
    flags: [.harmless],
    examples: [
      Example("ambit doctor", "for odd results, and first in a new CI job"),
      Example("ambit doctor --json", "for a script"),
      Example("ambit doctor --harmless", "files that select nothing, and why"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    onlyHarmless = arguments.has(.harmless)
  }
}

/// The result of `ambit doctor`.
struct DoctorReport: Sendable, Hashable {
  enum Status: String, Sendable, Hashable {
    case ok, warning, error
  }

  struct Check: Sendable, Hashable {
    /// The id of the check, for scripts: `toolchain`, `git`, `base`.
    let id: String
    let status: Status
    let message: String
    /// The ways to fix the problem, one a line.
    let fixes: [String]

    init(_ id: String, _ status: Status, _ message: String, fixes: [String] = []) {
      self.id = id
      self.status = status
      self.message = message
      self.fixes = fixes
    }
  }

  let checks: [Check]

  var hasErrors: Bool { checks.contains { $0.status == .error } }
}

/// `ambit doctor` for people: a line for each check, and fixes below a failed check.
enum DoctorText {
  /// Long lines are wrapped, never cut: people must be able to read the whole problem.
  static func lines(_ report: DoctorReport, width: Int?) -> [StyledText] {
    let idWidth = report.checks.map(\.id.count).max() ?? 0
    var lines: [StyledText] = []
    var last = ""
    for check in report.checks {
      let name = check.id == last ? "" : check.id
      last = check.id
      let pad = String(repeating: " ", count: idWidth - name.count + 2)
      let indent = String(repeating: " ", count: idWidth + 4)
      lines += wrapped(
        "\(mark(check.status)) \(name, .heading)\(pad)", "\(check.message)", indent: indent, width)
      for fix in check.fixes {
        lines += wrapped("\(indent)\("→ ", .dim)", "\(fix, .path)", indent: indent + "  ", width)
      }
    }
    return lines + ["", summary(report)]
  }

  private static func mark(_ status: DoctorReport.Status) -> StyledText {
    switch status {
    case .ok: StyledText("✓", .good)
    case .warning: StyledText("!", .warning)
    case .error: StyledText("✗", .bad)
    }
  }

  private static func wrapped(
    _ head: StyledText, _ text: StyledText, indent: String, _ width: Int?
  ) -> [StyledText] {
    let pieces = text.wrapped(to: width.map { max(24, $0 - indent.count) })
    return pieces.enumerated().map { $0 == 0 ? head + $1 : "\(indent)\($1)" }
  }

  private static func summary(_ report: DoctorReport) -> StyledText {
    let errors = report.checks.count { $0.status == .error }
    let warnings = report.checks.count { $0.status == .warning }
    if errors + warnings == 0 { return StyledText("All is well", .good) }
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Wording.count($0, $1) }
    return StyledText(parts.joined(separator: ", "), errors > 0 ? .bad : .warning)
  }
}

enum DoctorJSON {
  static func text(_ report: DoctorReport) -> String {
    let checks: [JSON] = report.checks.map { check in
      ["id": check.id, "status": check.status.rawValue, "message": check.message, "fixes": check.fixes]
    }
    return JSON.report(["healthy": !report.hasErrors, "checks": checks])
  }
}

/// `ambit doctor --harmless`: the names of files that select nothing.
enum HarmlessReport {
  static func lines(_ harmless: HarmlessFiles, width: Int?) -> [StyledText] {
    switch harmless {
    case .own(let patterns) where patterns.isEmpty:
      ["No file is harmless by name, as workspace.json says"]
    case .own(let patterns):
      ["Harmless by name, as workspace.json says", ""] + patterns.map { "  \($0.text, .path)" } + rules
    case .table:
      ["Harmless by name", ""]
        + HarmlessFiles.rows.flatMap { row in
          StyledText(row.names.joined(separator: " "), .path).wrapped(to: width.map { max(24, $0 - 2) }).map {
            "  \($0)"
          } + ["    \(row.reason, .dim)"]
        } + rules
    }
  }

  private static let rules: [StyledText] = [
    "",
    "Such a file still counts when it is compiled, a resource, an input or below a test target's folder,",
    "when a string literal of a module names it, or when a test was seen reading it.",
  ]

  static func json(_ harmless: HarmlessFiles) -> String {
    let rows: [JSON] =
      switch harmless {
      case .own(let patterns): patterns.map { ["names": [$0.text], "reason": nil as String?] }
      case .table: HarmlessFiles.rows.map { ["names": $0.names, "reason": $0.reason] }
      }
    return JSON.report(["harmless": rows])
  }
}
