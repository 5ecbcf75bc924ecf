package struct ManifestEvaluation: Sendable {
  /// The values or problems, in the order of the sources.
  package let results: [Result<PackageManifest, ManifestProblem>]
  /// The way in which each result was found.
  package let origins: [ManifestOrigin]
  package let statistics: EvaluationStatistics
}

package enum ManifestOrigin: Sendable, Hashable {
  case cache, batch
  /// A program that an earlier run compiled was run again.
  case keptProgram
  /// SwiftPM evaluated the manifest alone.
  case swiftPM
  /// An earlier source with the same text has the same result.
  case twin
}

/// The number of values by their origin.
package struct EvaluationStatistics: Sendable, Hashable {
  package var fromCache = 0
  package var batched = 0
  /// The number of manifests that were run without compiling.
  package var rerun = 0
  /// The number of manifests that SwiftPM evaluated.
  package var fellBack = 0
  package var twins = 0
  package var compilerRuns = 0

  package init() {}
}

struct EvaluationState {
  private(set) var results: [Result<PackageManifest, ManifestProblem>?]
  private var origins: [ManifestOrigin]
  private var setAside: Set<Int> = []
  var compilerRuns = 0

  init(count: Int) {
    results = Array(repeating: nil, count: count)
    origins = Array(repeating: .swiftPM, count: count)
  }

  /// The indices of sources without a result, without twins.
  var open: [Int] { results.indices.filter { results[$0] == nil && !setAside.contains($0) } }

  /// Sets aside each source that must have the same value as an earlier one. Most manifests are the same at base and
  /// head. Returns the index of the earlier source for each.
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

  /// Gives twins the results of the earlier sources. A problem names the twin's own file.
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

  /// Gives every source without a result a problem with that message.
  mutating func abandon(_ sources: [ManifestSource], _ message: String) {
    for index in open {
      let problem = ManifestProblem(.toolchainFailed, file: sources[index].path, message: message)
      settle(index, .failure(problem), from: .swiftPM)
    }
  }
}
