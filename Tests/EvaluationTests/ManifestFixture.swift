import Base
import Foundation
import TestSupport

@testable import SwiftSources

/// A workspace with one package per manifest, and what is needed to evaluate them.
struct ManifestFixture {
  let root = try? TemporaryFolder()
  let toolchain: Toolchain
  let environment: [String: String]
  let sources: [ManifestSource]

  init(_ manifests: [(name: String, text: String)]) throws {
    guard let root else { throw CocoaError(.fileWriteUnknown) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = ["PATH": path, "HOME": root.path("home"), "LANG": "C.UTF-8", "AMBIT_CORPUS": "present"]
    try root.write("", to: "home/.keep")
    toolchain = try Toolchain.locate(searchPath: path, environment: environment)
    var sources: [ManifestSource] = []
    for (name, text) in manifests {
      try root.write(text, to: "Packages/\(name)/Package.swift")
      sources.append(
        ManifestSource(
          folder: RelativePath("Packages/\(name)"), absoluteFolder: root.path("Packages/\(name)"),
          fileName: "Package.swift", contents: Array(text.utf8)))
    }
    self.sources = sources
  }

  func evaluator(
    cacheFolder: String? = nil, jobs: Int = 2, secondsPerManifest: Int = 30, sandbox: ManifestSandbox? = nil
  ) -> ManifestEvaluator {
    ManifestEvaluator(
      toolchain: toolchain, cacheFolder: cacheFolder, environment: environment, jobs: jobs,
      secondsPerManifest: secondsPerManifest, sandbox: sandbox)
  }

  /// What SwiftPM says of the sources at those places.
  func oracle(of places: [Int]) throws -> [Int: Result<PackageManifest, ManifestProblem>] {
    guard let scratch = ScratchFolder(in: "/tmp") else { throw CocoaError(.fileWriteUnknown) }
    let dump = PackageDump(
      toolchain: toolchain, environment: environment, sandbox: ManifestSandbox(.off, searchPath: ""),
      scratch: scratch, seconds: 60)
    let sources = sources
    let results = concurrentMap(places, jobs: 2) { dump.evaluate(sources[$0], named: "oracle-\($0)") }
    return Dictionary(uniqueKeysWithValues: zip(places, results))
  }
}
