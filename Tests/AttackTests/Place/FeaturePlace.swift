import Base
import Foundation
import ProgramSupport
import TestSupport

/// A workspace of features on disk with one commit, fresh clones of it at the same path, and what they read beside it.
final class FeaturePlace: Sendable {
  let features: [Feature]
  private let engine: String
  private let folder: ScenarioFolder
  private let cache: TemporaryFolder
  /// Of every run.
  let environment: [String: String]

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// In the words of `run.engine`.
  init(_ features: [Feature], engine: String = "auto") throws {
    self.features = features
    self.engine = engine
    cache = try TemporaryFolder()
    folder = try ScenarioFolder(cacheHome: cache.path)
    let outside = folder.root + "/outside"
    let own = features.reduce(into: [String: String]()) { all, feature in
      all.merge(feature.environment.mapValues { $0.replacing("OUTSIDE", with: outside) }) { $1 }
    }
    environment = folder.environment.merging(own) { $1 }
    try write()
  }

  /// The workspace; also that of a clone, which takes its place.
  var workspace: String { folder.root + "/warm/work" }

  /// The folder beside the workspace.
  var outside: String { folder.root + "/outside" }

  var root: String { folder.root }

  func packageFolder(_ feature: Feature) -> String { "\(workspace)/\(feature.folder)" }

  private func write() throws {
    let outside = folder.root + "/outside"
    func placed(_ text: String) -> String { text.replacing("OUTSIDE", with: outside) }
    var files: [String: String?] = [
      "warm/work/workspace.json": configuration(of: features), "outside/.keep": "",
    ]
    for feature in features {
      for (path, text) in feature.files { files["warm/work/\(feature.folder)/\(path)"] = placed(text) }
      for (path, text) in feature.outside { files["outside/\(path)"] = placed(text) }
    }
    try folder.apply(files)
    for feature in features {
      for (path, target) in feature.links { try sh("ln -s '\(target)' '\(path)'", in: feature) }
      try sh(feature.prepare + "\n" + feature.ignored, in: feature)
    }
    try folder.sh(
      """
      cd warm/work
      git init -q -b main
      git add -A
      git commit -q -m base
      git clone -q --bare . ../../origin
      git checkout -q -b change
      cd ../..
      cp -a outside outside-kept
      """)
  }

  func configuration(of features: [Feature]) -> String {
    """
    {
      "version": 1, "name": "attacks", "defaultBase": "main", "run": {"engine": "\(engine)"},
      "inputs": {"env": ["AMBIT_MANIFEST", "AMBIT_TOOL", "CPATH"]},
      "modules": {\(features.map(\.settings).filter { !$0.isEmpty }.joined(separator: ", "))}
    }

    """
  }

  /// Runs a script in the feature's package.
  func sh(_ script: String, in feature: Feature) throws {
    try sh("cd '\(feature.folder)'\n\(script)")
  }

  /// Runs a script in the workspace.
  @discardableResult
  func sh(_ script: String) throws -> String {
    try folder.sh("OUTSIDE='\(outside)'; cd warm/work\n\(script)")
  }

  /// Puts a fresh clone at the place of the workspace, which waits beside it.
  func clone() throws {
    try folder.sh(
      """
      cd warm
      mv work aside
      git clone -q ../origin work
      git -C work checkout -q -b change
      """)
    for feature in features { try sh(feature.ignored, in: feature) }
  }

  /// Puts the workspace back at its place.
  func leaveClone() throws {
    try folder.sh("cd warm; rm -rf work; mv aside work")
  }

  /// Gives what lies beside the workspace the contents that it had at first.
  func restoreOutside() throws {
    try folder.sh("rm -rf outside; cp -a outside-kept outside")
  }

  /// Lets go of all that was learned since `keepMemory`.
  func forget() throws {
    try folder.sh("rm -rf '\(cache.path)/ambit'; cp -a memory '\(cache.path)/ambit'")
  }

  func keepMemory() throws {
    try folder.sh("rm -rf memory; cp -a '\(cache.path)/ambit' memory")
  }

  /// A run of all tests or of those that the changes reach.
  func test(_ more: [String] = [], _ environment: [String: String] = [:]) -> AmbitOutcome {
    AmbitRun.run(
      ["test", "--json", "--quiet"] + more, in: workspace,
      environment: self.environment.merging(environment) { $1 })
  }
}
