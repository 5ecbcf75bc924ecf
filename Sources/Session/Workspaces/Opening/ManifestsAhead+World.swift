import Arguments
package import Base
import Graph
import Runner
package import SwiftSources

extension World {
  /// Starts to run the manifests that the last run here had to run. Returns nil without a cache.
  func manifestsAhead(_ global: GlobalOptions) -> ManifestsAhead? {
    guard let cacheFolder else { return nil }
    let file = global.workspaceFile.map { absoluteText($0.bytes) } ?? ""
    return ManifestsAhead(cacheFolder: cacheFolder, place: [workingFolder, file]) { words in
      guard let toolchain = try? locateToolchain(for: workingFolder),
        let config = WorkspaceConfig(wordsAhead: words)
      else {
        return nil
      }
      return try? evaluator(toolchain, RunEnvironment.of(config, toolchain: toolchain, environment).tests)
    }
  }

  package func evaluator(
    _ toolchain: Toolchain, _ environment: [String: String], ahead: ManifestsAhead? = nil
  ) throws(Failure) -> ManifestEvaluator {
    ManifestEvaluator(
      toolchain: toolchain, cacheFolder: cacheFolder, scratchParent: temporaryFolder,
      environment: environment,
      jobs: processors, sandbox: try manifestSandbox(), ahead: ahead)
  }

  /// The sandbox for manifests that the environment asks for.
  package func manifestSandbox() throws(Failure) -> ManifestSandbox {
    guard let use = ManifestSandbox.Use(environment) else {
      let words = ManifestSandbox.Use.allCases.map(\.rawValue).joined(separator: ", ")
      let variable = ManifestSandbox.Use.variable
      throw Failure(
        code: "invalid-environment",
        message:
          "\(variable) is \"\(Text.escapingControls(environment[variable] ?? ""))\", which means nothing",
        hints: ["set it to one of: \(words)"])
    }
    return ManifestSandbox(use, searchPath: environment["PATH"] ?? "")
  }
}

extension WorkspaceConfig {
  /// The settings that decide the environment of manifests: names without values.
  var wordsAhead: [String] { [run.environment.rawValue] + inputs.env }

  /// A configuration that holds only these settings.
  fileprivate init?(wordsAhead words: [String]) {
    self.init()
    guard let name = words.first, let mode = RunConfig.Environment(rawValue: name) else { return nil }
    run.environment = mode
    inputs.env = Array(words.dropFirst())
  }
}
