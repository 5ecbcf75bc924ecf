import Base
import Reports
import Runner

/// A run, read from its report, for a page. Tests print any text, so no text in a report is trusted.
struct ReportedRun: Sendable, Hashable {
  struct Failure: Sendable, Hashable {
    let testCase: String
    let message: String
    /// `Packages/Core/Tests/A.swift:12`
    let place: String?
  }

  struct Module: Sendable, Hashable {
    let id: String
    let outcome: String
    let gate: Gate?
    let seconds: Double
    let attempts: Int
    let cases: Int
    /// The number of cases in quarantine that failed.
    let failedInQuarantine: Int
    let failures: [Failure]
    /// The reason why the module was skipped, or has no verdict.
    let reason: String?

    var isFailure: Bool { !["passed", "flaky", "cached", "skipped", "no-verdict"].contains(outcome) }
  }

  /// A module or a package that has no verdict.
  struct Unjudged: Sendable, Hashable {
    /// `//Packages/Core:CoreTests`, or `//Packages/Core` for a package that has no such module.
    let name: String
    let reason: String
  }

  /// A package that does not build.
  struct Package: Sendable, Hashable {
    let folder: String
    let errors: [Failure]
  }

  let outcome: String
  let modules: [Module]
  let brokenPackages: [Package]
  let unjudged: [Unjudged]
  let secondsSaved: Double
  let buildSeconds: Double
  let headCommit: String?
  /// The commit where the run's diff starts. nil for a run without a base.
  let diffStart: String?
  /// True for a run that selected all modules.
  let isOfEverything: Bool
  /// True when `--filter` may have kept test cases from running.
  let isFiltered: Bool

  init(_ file: RunReportFile) {
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
    diffStart = root["base"]?["mergeBase"]?.stringValue ?? root["base"]?["commit"]?.stringValue
    isOfEverything = root["selection"]?.stringValue == "all"
    isFiltered =
      root["filter"]?.isNull == false
      || file.root["modules"]?.arrayValue?.contains { $0["code"]?.stringValue == "no-case-matches" } ?? false
  }

  var failed: [Module] { modules.filter(\.isFailure) }
  /// The modules that were never run, since they or their dependencies did not build.
  var unbuilt: [Module] { modules.filter(isUnbuilt) }
  func isUnbuilt(_ module: Module) -> Bool { module.outcome == "build-failed" }
  var testSeconds: Double { modules.reduce(0) { $0 + $1.seconds } }
  var ran: Int { modules.count { $0.attempts > 0 } }
  var cached: Int { modules.count { $0.outcome == "cached" } }
  var gates: GateCounts { GateCounts(modules.compactMap(\.gate)) }
  /// The modules that this machine could not run, for example test bundles of Xcode projects on Linux.
  var skipped: Int { modules.count { $0.outcome == "skipped" && $0.reason != nil } }
  var failedInQuarantine: Int { modules.reduce(0) { $0 + $1.failedInQuarantine } }
  var flaky: Int { modules.count { $0.outcome == "flaky" } }
}

extension ReportedRun.Module {
  fileprivate init(_ node: JSONNode) {
    id = node["id"]?.stringValue ?? ""
    outcome = node["outcome"]?.stringValue ?? ""
    gate = node["gate"]?.stringValue.flatMap(Gate.init(reading:))
    seconds = node["seconds"]?.doubleValue ?? 0
    attempts = node["attempts"]?.intValue ?? 0
    cases = ["passed", "failed", "skipped"].reduce(0) { sum, key in
      sum &+ min(max(node["cases"]?[key]?.intValue ?? 0, 0), 1_000_000_000)
    }
    failedInQuarantine = (node["quarantined"]?.arrayValue ?? []).count {
      $0["outcome"]?.stringValue == "failed"
    }
    failures = (node["failures"]?.arrayValue ?? []).map(ReportedRun.Failure.init)
    reason = node["reason"]?.stringValue
  }
}

extension ReportedRun.Failure {
  fileprivate init(_ node: JSONNode) {
    testCase = node["case"]?.stringValue ?? ""
    message = node["message"]?.stringValue ?? ""
    let file = node["file"]?.stringValue
    let place = FailureText.place(file, node["line"]?.intValue, node["column"]?.intValue)
    self.place = place.isEmpty ? nil : place
  }
}
