import Base
import Graph
import Reports
import Runner
import SwiftSources

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

extension ShownFinding {
  var json: JSON {
    ["rule": rule, "severity": severity.rawValue, "place": place, "message": message]
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
      ["name": product.name, "kind": word(product.kind), "targets": product.targets]
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

  private static func word(_ kind: ProductDescription.Kind) -> String {
    switch kind {
    case .library: "library"
    case .executable: "executable"
    case .plugin: "plugin"
    }
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
