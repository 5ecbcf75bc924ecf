import Foundation
import Platform
import Runner
import RunnerSupport
import Support
import TestSupport
import Workspace

/// A workspace on disk with an environment of its own.
struct FixtureWorkspace {
  let folder: TemporaryFolder
  let packages: [FixturePackage]
  let swift: String

  init(_ packages: [FixturePackage]) throws {
    folder = try TemporaryFolder()
    self.packages = packages
    for package in packages { try package.write(to: folder) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    guard let swift = Executables.find("swift", inSearchPath: path) else { throw MissingSwift() }
    self.swift = swift
  }

  struct MissingSwift: Error {}

  var environment: RunEnvironment {
    let bin = String(swift.dropLast("/swift".count))
    return RunEnvironment.fixed(from: ["HOME": folder.path("home")], toolchainBin: bin)
  }

  func plan(
    _ action: RunPlan.Action, _ affected: [ModuleID]? = nil, settings: RunSettings = RunSettings()
  ) -> RunPlan {
    let all = packages.flatMap { package in package.modules.map { package.id($0.name) } }
    return RunPlan.make(
      action, affected: Set(affected ?? all), in: RunWorkspace(packages.map(\.planned), root: folder.path),
      scratchRoot: folder.path(".build/ambit"), settings: settings)
  }

  func run(
    _ plan: RunPlan, observer: any RunObserver = NoObserver(), supervisor: ProcessSupervisor = .init()
  ) throws -> RunReport {
    try Runner(swift: swift, environment: environment, supervisor: supervisor).run(plan, observer: observer)
  }

  /// What `swift test` itself says of one package's module, in its own scratch folder.
  func swiftTestExitCode(_ package: PackageRun, filter: String) throws -> ProcessStatus {
    let arguments = [
      "test", "--package-path", package.absoluteFolder, "--scratch-path", package.scratchFolder,
      "--skip-build",
      "--filter", filter,
    ]
    return try Command(executable: swift, arguments: arguments, environment: environment.swiftPM).run().status
  }
}
