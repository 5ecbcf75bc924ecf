/// What an evaluation came to.
package struct ManifestEvaluation: Sendable {
  /// In the order of the sources.
  package let results: [Result<PackageManifest, ManifestProblem>]
  /// Where each result came from.
  package let origins: [ManifestOrigin]
  package let statistics: EvaluationStatistics
}

package enum ManifestOrigin: Sendable, Hashable {
  case cache, batch
  /// A program that an earlier run compiled was run.
  case keptProgram
  /// SwiftPM was asked about it alone.
  case swiftPM
  /// It shares the result of an earlier source of the same text.
  case twin
}

/// Where the values came from, counted.
package struct EvaluationStatistics: Sendable, Hashable {
  package var fromCache = 0
  package var batched = 0
  /// How many were run and not compiled.
  package var rerun = 0
  /// How many SwiftPM was asked about.
  package var fellBack = 0
  package var twins = 0
  package var compilerRuns = 0

  package init() {}
}

/// An evaluation under way.
struct EvaluationState {
  private(set) var results: [Result<PackageManifest, ManifestProblem>?]
  private var origins: [ManifestOrigin]
  private var setAside: Set<Int> = []
  var compilerRuns = 0

  init(count: Int) {
    results = Array(repeating: nil, count: count)
    origins = Array(repeating: .swiftPM, count: count)
  }

  /// The places to be worked on: those without a result, twins left out.
  var open: [Int] { results.indices.filter { results[$0] == nil && !setAside.contains($0) } }

  /// Leaves out each source that must come to the same as an earlier one; most manifests are the same
  /// at base and head. Returns the earlier one's place for each.
  mutating func setTwinsAside(_ keys: [Int: ManifestCache.Key]) -> [Int: Int] {
    var first: [ManifestCache.Key: Int] = [:]
    var twins: [Int: Int] = [:]
    for index in open {
      guard let key = keys[index] else { continue }
      if let earlier = first[key] { twins[index] = earlier } else { first[key] = index }
    }
    setAside = Set(twins.keys)
    return twins
  }

  /// Gives twins the results of the earlier ones, with their own file in a problem.
  mutating func settle(_ twins: [Int: Int], _ sources: [ManifestSource]) {
    setAside = []
    for (index, earlier) in twins {
      guard let result = results[earlier] else { continue }
      let own = result.mapError { problem in
        ManifestProblem(
          problem.code, file: sources[index].path, line: problem.line, column: problem.column,
          message: problem.message)
      }
      settle(index, own, from: .twin)
    }
  }

  mutating func settle(
    _ index: Int, _ result: Result<PackageManifest, ManifestProblem>, from origin: ManifestOrigin
  ) {
    results[index] = result
    origins[index] = origin
  }

  func finished() -> ManifestEvaluation {
    var statistics = EvaluationStatistics()
    for origin in origins {
      switch origin {
      case .cache: statistics.fromCache += 1
      case .batch: statistics.batched += 1
      case .keptProgram: statistics.rerun += 1
      case .swiftPM: statistics.fellBack += 1
      case .twin: statistics.twins += 1
      }
    }
    statistics.compilerRuns = compilerRuns
    return ManifestEvaluation(
      results: results.compactMap { $0 }, origins: origins, statistics: statistics)
  }

  /// Every place that is still open fails with that message.
  mutating func abandon(_ sources: [ManifestSource], _ message: String) {
    for index in open {
      let problem = ManifestProblem(.toolchainFailed, file: sources[index].path, message: message)
      settle(index, .failure(problem), from: .swiftPM)
    }
  }
}
