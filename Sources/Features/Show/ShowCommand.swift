import Arguments
import Base
import Graph
import Reports
import Runner
import Session
import SwiftSources

/// `ambit show`: prints the facts of a module, a package, a team, or of all teams.
struct ShowCommand: CommandWithOptions {
  let options: ShowOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let preparation = try ShowPreparation(options, world, global)
    let (context, warnings) = (preparation.context, preparation.warnings)
    let text = ShowText(width: console.output.width, showsAll: console.isVerbose, now: world.date())
    switch options.subject {
    case .teams:
      let teams = context.teams()
      console.answer(json: ShowJSON.text(teams, warnings), text: text.lines(teams))
    case .named(let name):
      switch try context.subject(named: name) {
      case .module(let index):
        let module = try preparation.module(index)
        console.answer(json: ShowJSON.text(module, warnings), text: text.lines(module))
      case .package(let index):
        let package = context.package(index)
        console.answer(json: ShowJSON.text(package, warnings), text: text.lines(package))
      case .team(let team): console.answer(json: ShowJSON.text(team, warnings), text: text.lines(team))
      }
    }
    return .success
  }
}

struct ShowOptions: CommandOptions {
  enum Subject: Sendable, Hashable {
    /// All teams, for a comparison.
    case teams
    /// A module, a package or a team.
    case named(Argument)
  }

  var subject = Subject.teams
  /// The revision to look at; nil means the working tree.
  var head: String?
  var platform: String?

  init(_ arguments: ParsedArguments) {
    if let name = arguments.positionals.first, name != "teams" { subject = .named(name) }
    head = arguments.text(.head)
    platform = arguments.text(.platform)
  }
}

extension ShowCommand {
  static let spec = CommandSpec(
    "show", .architecture, "Show the details of a module, a package or a team",
    discussion: [
      "Module: owners, layer, tags, dependencies, dependents, tests, rules, broken rules, key, cached "
        + "results, last results, slow and flaky cases. Package: products, version requirements, modules. "
        + "Team: modules, teams it depends on, dependent teams.",
      "'teams' is a table of all teams, and a matrix with the number of dependencies between their "
        + "modules. If a module and a team have the same name, use '//Packages/Core:Core' or 'team:core'.",
      "On a terminal long lists are cut; '-v' and '--json' show all of them.",
    ],
    positionals: [
      PositionalSpec(
        "SUBJECT", .subject, required: true,
        "A module or package as '//Packages/Core:Core', '//Packages/Core' or 'Core', a team as 'core' or 'team:core', "
          + "or 'teams'")
    ],
    flags: [.head, .platform], mainFlags: [.head],
    examples: [
      Example("ambit show Core", "a module with a unique name"),
      Example("ambit show //Packages/Core", "a package"),
      Example("ambit show team:core", "a team"),
      Example("ambit show teams", "dependencies between teams"),
    ]
  )
}

/// `ambit show --json`: the kind of the subject, and all its facts.
enum ShowJSON {
  static func report(_ kind: String, _ warnings: [Warning], _ subject: JSON) -> String {
    JSON.report(["subject": kind, kind: subject, "warnings": warnings])
  }
}

extension ShownOwner {
  var json: JSON { ["id": id, "name": name, "contact": contact] }
}

extension RuleDemand {
  var json: JSON { ["rule": rule.id, "text": text] }
}

extension LintFinding {
  fileprivate var json: JSON {
    ["rule": rule.id, "severity": severity.rawValue, "place": place, "message": message]
  }
}

extension ShowJSON {
  static func text(_ module: ShownModule, _ warnings: [Warning]) -> String {
    let facts: JSON = [
      "id": module.id.description, "package": module.id.package.description, "name": module.id.name,
      "kind": module.kind.rawValue, "folder": module.folder, "owners": module.owners.map(\.json),
      "tags": module.tags, "layers": module.layers, "needs": module.needs.json,
      "neededBy": module.neededBy.json, "external": module.external,
      "tests": module.tests.map(\.description), "rules": module.demands.map(\.json),
      "findings": module.findings.map(\.json), "key": module.kept?.key,
      "kept": module.kept?.state.rawValue, "obstacle": module.kept?.obstacle,
    ]
    return report("module", warnings, JSON(facts, json(module.history)))
  }

  private static func json(_ history: ShownHistory?) -> JSON {
    let results = (history?.story ?? []).map { result -> JSON in
      [
        "time": result.time, "outcome": result.outcome.rawValue, "head": result.head,
        "seconds": result.seconds, "failedCases": result.failedCases,
      ]
    }
    let slowest = (history?.cases ?? []).map { ["case": $0.name, "seconds": $0.seconds] as JSON }
    let flaky = (history?.flaky?.cases ?? []).map { ["case": $0.name, "failures": $0.failures] as JSON }
    return [
      "expectedSeconds": history?.expectedSeconds, "results": results, "slowest": slowest,
      "flaky": flaky,
    ]
  }
}

extension ShownNeighbours {
  fileprivate var json: JSON {
    let direct = direct.map {
      ["id": $0.id.description, "layers": $0.layers, "owners": $0.owners] as JSON
    }
    return ["direct": direct, "total": total]
  }
}

extension ShowJSON {
  static func text(_ package: ShownPackage, _ warnings: [Warning]) -> String {
    let products = package.products.map { product -> JSON in
      ["name": product.name, "kind": product.kind.family, "targets": product.targets]
    }
    let requirements = package.requirements.map { requirement -> JSON in
      ["location": requirement.location, "version": requirement.version]
    }
    return report(
      "package", warnings,
      [
        "folder": package.folder.description, "problem": package.problem,
        "toolsVersion": package.toolsVersion, "owners": package.owners.map(\.json),
        "modules": package.modules.map(\.id.description), "products": products,
        "packages": package.packages.map { "//\($0)" }, "requirements": requirements,
        "usedBy": package.usedBy.map { "//\($0)" }, "rules": package.demands.map(\.json),
        "findings": package.findings.map(\.json),
      ])
  }
}

extension ShowJSON {
  static func text(_ team: ShownTeam, _ warnings: [Warning]) -> String {
    let shared = team.modules.filter { !$0.others.isEmpty }
    let modules: JSON = [
      "modules": team.modules.map(\.id.description), "shared": shared.map(\.id.description),
    ]
    return report(
      "team", warnings, JSON(team.facts, modules, team.links, ["findings": team.findings.map(\.json)]))
  }

  static func text(_ teams: ShownTeams, _ warnings: [Warning]) -> String {
    let all = teams.teams.map { team in
      JSON(team.facts, ["modules": team.modules.count, "tests": team.tests], team.links)
    }
    return report(
      "teams", warnings,
      ["modules": teams.moduleCount, "unowned": teams.unowned.map(\.description), "teams": all])
  }
}

extension ShownTeam {
  fileprivate var facts: JSON {
    ["id": owner.id, "name": owner.name, "contact": owner.contact, "handles": handles]
  }

  fileprivate var links: JSON {
    [
      "needs": needs.map(\.json), "neededBy": neededBy.map(\.json), "needsOfNobody": toNobody,
    ]
  }
}

extension ShownTeam.Link {
  fileprivate var json: JSON { ["team": team, "dependencies": dependencies] }
}

/// The subject that a name of `ambit show` means.
enum ShowSubject {
  case module(ModuleIndex)
  case package(PackageIndex)
  case team(ShownTeam)
}

extension ShowContext {
  private static let teamPrefix = "team:"

  /// Finds the subject. It chooses nothing in doubt.
  func subject(named name: Argument) throws(Failure) -> ShowSubject {
    let text = name.text ?? name.description
    if text.hasPrefix(Self.teamPrefix) { return try namedTeam(String(text.dropFirst(Self.teamPrefix.count))) }
    // A folder's name may contain a colon, and bytes that are not UTF-8.
    if text.hasPrefix("//"),
      let package = graph.package(at: RelativePath(Array(name.bytes.dropFirst(2))))
    {
      return .package(package)
    }
    return text.hasPrefix("//") ? try module(name) : try bare(name, text)
  }

  private func module(_ name: Argument) throws(Failure) -> ShowSubject {
    let id = try ModuleLookup(graph: graph).module(named: name)
    guard let index = graph.index(of: id) else { throw unknown(name, name.description) }
    return .module(index)
  }

  private func namedTeam(_ id: String) throws(Failure) -> ShowSubject {
    if let team = team(id) { return .team(team) }
    let nearest = Failure.nearest(to: id, among: teamNames)
    throw Failure(
      code: Failure.Query.unknownTeam.rawValue,
      message: "there is no team \(Argument(id).quoted), and no module has that owner",
      hints: [
        nearest.map { "did you mean \"\(Self.teamPrefix)\($0)\"?" } ?? "`ambit show teams` lists the teams"
      ])
  }

  /// Finds a module or a team, else a package by the last part of its folder.
  private func bare(_ name: Argument, _ text: String) throws(Failure) -> ShowSubject {
    let modules = graph.listedModules.filter { $0.id.name == text }.map(\.id.description)
    let packages = graph.packages.numbered.filter { $1.folder.lastComponent.elementsEqual(text.utf8) }
    let teams = team(text).map { [$0] } ?? []
    switch (modules.count, teams.count, packages.count) {
    case (1, 0, _): return try module(name)
    case (0, 1, _): return .team(teams[0])
    case (0, 0, 1): return .package(packages[0].0)
    case (0, 0, 0): throw unknown(name, text)
    default:
      let exact =
        teams.map { _ in "\(Self.teamPrefix)\(text)" }
        + (modules.isEmpty ? packages.map { "//\($1.folder)" } : modules)
      throw Failure(
        code: "ambiguous-name", message: "\(name.quoted) is the name of \(exact.count) things",
        hints: ["name one of \(exact.joined(separator: ", "))"])
    }
  }

  private func unknown(_ name: Argument, _ text: String) -> Failure {
    let packages = graph.packages.map { Text.escapingInvalidUTF8($0.folder.lastComponent) }
    let names = Set(graph.listedModules.map(\.id.name) + teamNames + packages + ["teams"])
    let nearest = Failure.nearest(to: text, among: names.sorted())
    return Failure(
      code: "unknown-name", message: "there is no module, package or team \(name.quoted) in this workspace",
      hints: [nearest.map { "did you mean \"\($0)\"?" } ?? "`ambit query all` lists all modules"])
  }
}
