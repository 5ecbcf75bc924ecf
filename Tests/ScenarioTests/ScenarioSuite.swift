import Foundation
import ProgramSupport
import Testing

struct ScenarioSuite {
  /// All, or with `AMBIT_SCENARIO=17a` only those whose names hold that text.
  static let chosen: [Scenario] = {
    guard let text = ProcessInfo.processInfo.environment["AMBIT_SCENARIO"] else { return Scenario.all }
    return Scenario.all.filter { $0.id.contains(text) }
  }()

  /// Compiled once, for all scenarios together.
  static let cacheHome = Result {
    try WarmManifests.cacheHome(knowing: chosen.reduce(into: []) { $0.formUnion($1.manifests) })
  }

  @Test(arguments: chosen)
  func `selects what the change reaches`(scenario: Scenario) throws {
    let (problems, outcome) = try Self.play(scenario)
    guard let reason = scenario.knownIssue else {
      #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))\n\(outcome.errors)")
      return
    }
    withKnownIssue("\(reason)") {
      #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }
  }

  static func play(_ scenario: Scenario) throws -> (problems: [String], outcome: AmbitOutcome) {
    let folder = try ScenarioFolder(cacheHome: cacheHome.get())
    var state = try folder.start(scenario.workspace, prepare: scenario.prepare)
    try folder.play(scenario.steps, &state)
    let run = scenario.run
    let environment = try run.environment.mapValues { try folder.expand($0) }
    let place = try folder.expand(run.folder)
    let outcome = AmbitRun.run(
      try (run.command + run.arguments).map { try folder.expand($0) },
      in: place.hasPrefix("/") ? place : place.isEmpty ? folder.root : "\(folder.root)/\(place)",
      environment: folder.environment.merging(environment) { $1 }, input: Array(run.input.utf8))
    return (scenario.expects.problems(with: outcome, allModules: state.sketch.moduleIDs), outcome)
  }
}
