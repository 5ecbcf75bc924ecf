import Base
import Foundation
import Runner
import RunnerSupport
import TestSupport

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
    let variables = SharedCache.compiledModules.merging(["HOME": folder.path("home")]) { $1 }
    return RunEnvironment.fixed(from: variables, toolchainBin: bin)
  }

  func plan(
    _ action: RunPlan.Action, _ affected: [ModuleID]? = nil, settings: RunSettings = RunSettings()
  ) -> FixturePlan {
    let all = packages.flatMap { package in package.modules.map { package.id($0.name) } }
    return plan(
      action, Set(affected ?? all), RunWorkspace(packages.map(\.planned), root: folder.path), settings)
  }

  /// For packages that are not the fixture's.
  func plan(
    _ action: RunPlan.Action, _ affected: Set<ModuleID>, _ workspace: RunWorkspace,
    _ settings: RunSettings = RunSettings()
  ) -> FixturePlan {
    FixturePlan.make(
      action, affected: affected, in: workspace, scratchRoot: folder.path(".build/ambit"), settings: settings,
      swift: swift, environment: environment)
  }

  func run(
    _ plan: FixturePlan, observer: any RunObserver = NoObserver(), supervisor: ProcessSupervisor = .init()
  ) throws -> RunReport {
    try plan.run(observer: observer, supervisor: supervisor)
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
