import Base
import Foundation
import ProgramSupport
import SwiftSources
import TestSupport

/// Cache folders in which the manifests of many scenarios are known before the first one runs: together
/// they cost one compile, alone about a second each.
enum WarmManifests {
  /// Makes a cache home in which `manifests` are known.
  static func cacheHome(knowing manifests: Set<String>) throws -> String {
    let folder = try TemporaryFolder()
    kept.with { $0.append(folder) }
    let environment = ["PATH": ScenarioFolder.searchPath, "HOME": folder.path]
    let cache = folder.path("ambit")
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let toolchain = try Toolchain.locate(
      searchPath: ScenarioFolder.searchPath, environment: environment, cacheFolder: cache)
    let evaluator = ManifestEvaluator(
      toolchain: toolchain, cacheFolder: cache, scratchParent: folder.path, environment: environment, jobs: 2)
    // Those that do not compile are not remembered anyway, and would cost the others a second compile.
    let texts = manifests.filter { !$0.contains(Self.broken) }.sorted()
    _ = evaluator.evaluate(
      texts.enumerated().map { index, text in
        ManifestSource(
          folder: RelativePath("p\(index)"), absoluteFolder: folder.path("p\(index)"),
          fileName: "Package.swift",
          contents: Array(text.utf8))
      })
    return folder.path
  }

  /// Stands in every manifest that is not meant to compile.
  static let broken = "thisDoesNotCompile"

  /// The folders live as long as the process.
  private static let kept: Guarded<[TemporaryFolder]> = {
    atexit { WarmManifests.removeAll() }
    return Guarded([])
  }()

  private static func removeAll() {
    kept.with { $0 = [] }
  }
}
