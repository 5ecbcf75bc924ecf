import Base
import ProgramSupport

/// What a build from nothing says of many features at once: `ambit` in a folder and with a cache that nobody had before.
struct ColdWorkspace: Sendable {
  let place: FeaturePlace

  /// The verdicts on features as they are now in the workspace; nil when the run has no report.
  func verdicts(on features: [Feature], environment: [String: String]) throws -> [String: Verdict]? {
    let configuration = place.configuration(of: features)
    let folder = "\(place.root)/together"
    try place.sh(
      """
      rm -rf \(folder)
      mkdir -p \(folder)/work
      cp -a --parents \(features.flatMap(folders).joined(separator: " ")) \(folder)/work/
      cd \(folder)/work
      cat >workspace.json <<'END'
      \(configuration)
      END
      git init -q -b main
      git add -A
      git commit -q -m base
      """)
    let outcome = AmbitRun.run(
      ["test", "--all", "--no-cache", "--no-state", "--json", "--quiet"], in: "\(folder)/work",
      environment: place.environment.merging(environment) { $1 }
        .merging(["XDG_CACHE_HOME": "\(folder)/cache"]) { $1 })
    guard outcome.json?["outcome"] != nil else { return nil }
    return Dictionary(
      uniqueKeysWithValues: features.map { ($0.name, outcome.verdict(on: $0, ofAll: true)) })
  }

  /// Its package, and what lies beside that.
  private func folders(of feature: Feature) -> [String] {
    let beside = feature.files.keys.filter { $0.hasPrefix("../") }
      .compactMap { $0.split(separator: "/").dropFirst().first.map { "Packages/\($0)" } }
    return [feature.folder] + Set(beside).sorted()
  }
}
