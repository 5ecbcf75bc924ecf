import Base
package import Reports
package import Runner

/// What a page tells of a run, read from its report. Nothing in it is to be trusted: tests print what they like.
package struct ReportedRun: Sendable, Hashable {
  package struct Failure: Sendable, Hashable {
    package let testCase: String
    package let message: String
    /// `Packages/Core/Tests/A.swift:12`
    package let place: String?
  }

  package struct Module: Sendable, Hashable {
    package let id: String
    package let outcome: String
    let gate: Gate?
    package let seconds: Double
    package let attempts: Int
    package let cases: Int
    package let failures: [Failure]
    /// Why it was skipped, or has no verdict.
    package let reason: String?

    var isFailure: Bool { !["passed", "flaky", "cached", "skipped", "no-verdict"].contains(outcome) }
  }

  /// A module or a package that has no verdict.
  package struct Unjudged: Sendable, Hashable {
    /// `//Packages/Core:CoreTests`, or `//Packages/Core` for a package that has no such module.
    package let name: String
    package let reason: String
  }

  /// A package that does not build.
  package struct Package: Sendable, Hashable {
    package let folder: String
    package let errors: [Failure]
  }

  package let outcome: String
  package let modules: [Module]
  package let brokenPackages: [Package]
  package let unjudged: [Unjudged]
  package let secondsSaved: Double
  package let buildSeconds: Double
  package let headCommit: String?

  package init(_ file: RunReportFile) {
    let root = file.root
    outcome = root["outcome"]?.stringValue ?? ""
    let modules = (root["modules"]?.arrayValue ?? []).map(Module.init)
    let packages = root["packages"]?.arrayValue ?? []
    self.modules = modules
    let open = modules.filter { $0.outcome == "no-verdict" }
    unjudged =
      packages.compactMap { package in
        let name = "//\(package["package"]?.stringValue ?? "")"
        guard package["outcome"]?.stringValue == "no-verdict",
          !open.contains(where: { $0.id.hasPrefix("\(name):") })
        else { return nil }
        return Unjudged(name: name, reason: package["reason"]?.stringValue ?? "")
      } + open.map { Unjudged(name: $0.id, reason: $0.reason ?? "") }
    brokenPackages =
      packages
      .filter { $0["outcome"]?.stringValue == "build-failed" }
      .map { package in
        Package(
          folder: package["package"]?.stringValue ?? "",
          errors: (package["errors"]?.arrayValue ?? []).map(Failure.init))
      }
    secondsSaved = root["totals"]?["secondsSaved"]?.doubleValue ?? 0
    buildSeconds = root["build"]?["seconds"]?.doubleValue ?? 0
    headCommit = file.headCommit
  }

  package var failed: [Module] { modules.filter(\.isFailure) }
  /// Those that were never run, since they or what they need did not build.
  package var unbuilt: [Module] { modules.filter(isUnbuilt) }
  package func isUnbuilt(_ module: Module) -> Bool { module.outcome == "build-failed" }
  package var testSeconds: Double { modules.reduce(0) { $0 + $1.seconds } }
  package var ran: Int { modules.count { $0.attempts > 0 } }
  package var cached: Int { modules.count { $0.outcome == "cached" } }
  package var gates: GateCounts { GateCounts(modules.compactMap(\.gate)) }
  /// The modules that this machine could not run, as bundles of projects without Xcode.
  package var skipped: Int { modules.count { $0.outcome == "skipped" && $0.reason != nil } }
  package var flaky: Int { modules.count { $0.outcome == "flaky" } }
}

extension ReportedRun.Module {
  fileprivate init(_ node: JSONNode) {
    id = node["id"]?.stringValue ?? ""
    outcome = node["outcome"]?.stringValue ?? ""
    gate = node["gate"]?.stringValue.flatMap(Gate.init)
    seconds = node["seconds"]?.doubleValue ?? 0
    attempts = node["attempts"]?.intValue ?? 0
    cases = ["passed", "failed", "skipped"].reduce(0) { sum, key in
      sum &+ min(max(node["cases"]?[key]?.intValue ?? 0, 0), 1_000_000_000)
    }
    failures = (node["failures"]?.arrayValue ?? []).map(ReportedRun.Failure.init)
    reason = node["reason"]?.stringValue
  }
}

extension ReportedRun.Failure {
  fileprivate init(_ node: JSONNode) {
    testCase = node["case"]?.stringValue ?? ""
    message = node["message"]?.stringValue ?? ""
    place = node["file"]?.stringValue.map { file in
      node["line"]?.intValue.map { "\(file):\($0)" } ?? file
    }
  }
}
