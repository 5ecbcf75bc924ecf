package import Base
import Graph

/// The command lines of a plan.
package struct SwiftCommands: Sendable, Equatable, Codable {
  /// The path of the `swift` to use.
  package let swift: String
  package let settings: RunSettings
  package let environment: RunEnvironment

  package init(swift: String, settings: RunSettings, environment: RunEnvironment) {
    self.swift = swift
    self.settings = settings
    self.environment = environment
  }

  var engine: any EngineForm { settings.engine }

  /// Returns `environment` with the variables that sanitizers and coverage need. Without its variable a program with
  /// coverage would write a file into its working folder.
  func instrumented(_ environment: [String: String]) -> [String: String] {
    var environment = SanitizerRuntime.variables(settings.build.sanitizers, beside: environment)
    if settings.build.measuresCoverage {
      environment[ExecutionProfile.variable] = ExecutionProfile.nowhere
    }
    return environment
  }

  /// Returns `builds` without the flag for planning anew. Use them only when SwiftPM's remembered plan is certain to be
  /// current.
  func byRememberedPlan(_ builds: [Command]) -> [Command] {
    builds.map { build in
      var build = build
      build.arguments.removeAll { $0 == engine.planningAnew }
      return build
    }
  }
}

// MARK: Building

extension SwiftCommands {
  /// Returns the fewest invocations that build a group.
  package func build(_ group: BuildGroup, _ action: RunPlan.Action) -> [Command] {
    if group.packages.count == 1, let package = group.packages.first { return build(package, action) }
    guard engine.takesManyRoots else { return group.inTurn.flatMap { build($0, action) } }
    let withTests = group.packages.contains { !$0.tests.isEmpty }
    return [buildTogether(group, withTests: withTests)]
  }

  /// Returns the build of all packages of a group as its roots.
  func buildTogether(_ group: BuildGroup, withTests: Bool) -> Command {
    var arguments = ["--multiroot-data-file", MultirootFile.path(in: group.scratchFolder)]
    // SwiftPM must use the pins of each package's lockfile, or fail.
    if group.pins != nil { arguments.append("--force-resolved-versions") }
    if withTests { arguments.append("--build-tests") }
    return swift(
      "build", arguments: arguments, scratch: group.scratchFolder, workingFolder: group.scratchFolder)
  }

  /// Returns the builds of a package by itself. A run of tests also builds and links packages without tests. When this
  /// machine cannot build all of it, the possible modules are built.
  package func build(_ package: PackageRun, _ action: RunPlan.Action) -> [Command] {
    guard action == .test else { return build(package) }
    guard package.tests.isEmpty else { return buildTests(package) }
    guard package.extent == .possible else { return [build(package, [])] }
    return package.modules.map { build(package, ["--target", $0.id.name]) }
  }

  /// Returns the fewest invocations that build every affected module of a package.
  ///
  /// SwiftPM takes one `--target` at a time. It compiles an executable asked for in that way, and does not link it. So
  /// that form is used for a few libraries only.
  package func build(_ package: PackageRun) -> [Command] {
    if !package.tests.isEmpty { return buildTests(package) }
    let built = package.modules.filter { $0.kind.isBuilt }
    let areLibraries = built.allSatisfy { $0.kind == .library }
    guard package.extent != .whole, areLibraries, built.count <= 3 else { return [build(package, [])] }
    return built.map { build(package, ["--target", $0.id.name]) }
  }

  package func buildTests(_ package: PackageRun) -> [Command] {
    package.extent == .possible ? buildTestsAlone(package) : [build(package, ["--build-tests"])]
  }

  /// Returns the builds of only the tests, and of the package's executables that they may start.
  package func buildTestsAlone(_ package: PackageRun) -> [Command] {
    (engine.testTargets(of: package) + package.ownTools.map { ["--product", $0] }).map { build(package, $0) }
  }

  /// Returns the build of one module and its dependencies. The module may belong to a dependency of `package`.
  func buildModule(_ module: ModuleRun, _ package: PackageRun) -> Command {
    build(package, ["--target", engine.target(of: module)])
  }

  /// Returns the command that writes the lockfile, as a build would.
  package func resolve(_ package: PackageRun) -> Command { swift("package", package, ["resolve"]) }

  /// Returns the command that parses one file without looking at any other.
  func parse(_ file: String) -> Command {
    Command(
      executable: swift, arguments: ["-frontend", "-parse", file], environment: environment.swiftPM,
      workingFolder: "/")
  }

  private func build(_ package: PackageRun, _ arguments: [String]) -> Command {
    swift("build", package, arguments)
  }

  /// The command gets the additional variables of `tests`.
  private func swift(
    _ tool: String, _ package: PackageRun, for tests: [ModuleID] = [], _ arguments: [String]
  ) -> Command {
    var command = swift(
      tool, arguments: ["--package-path", package.absoluteFolder] + arguments,
      scratch: package.scratchFolder, workingFolder: package.absoluteFolder)
    command.environment = instrumented(settings.variables(of: tests, beside: environment.swiftPM))
    return command
  }

  private func swift(
    _ tool: String, arguments: [String], scratch: String, workingFolder: String
  ) -> Command {
    var all = [
      tool, "--scratch-path", scratch, "--manifest-cache", "local", "--build-system",
      settings.build.engine.rawValue,
    ]
    if tool == "build" { all += engine.buildFlags + settings.build.buildArguments }
    if settings.build.configuration != "debug" { all += ["--configuration", settings.build.configuration] }
    return Command(
      executable: swift, arguments: all + settings.build.arguments + arguments,
      environment: instrumented(environment.swiftPM), workingFolder: workingFolder)
  }
}

// MARK: Testing with `swift test`

extension SwiftCommands {
  package enum Library: Sendable {
    case xctest
    case swiftTesting(events: String)
    case both
  }

  /// Runs the cases of one test module and those of the modules `strays`, whose types it extends with tests.
  func test(_ module: TestedModule, _ library: Library, strays: [String] = []) -> Command {
    var arguments = ["--skip-build"]
    switch library {
    case .xctest: arguments += ["--disable-swift-testing"]
    case .swiftTesting(let events): arguments += ["--disable-xctest", "--event-stream-output-path", events]
    case .both: break
    }
    return swift("test", module.package, for: [module.id], arguments + filters(module.id, strays))
  }

  func filters(_ module: ModuleID, _ strays: [String]) -> [String] {
    ([ModuleNames.compiled(module.name)] + strays).flatMap {
      ["--filter", "^\(ModuleNames.escapedForRegex($0))\\."]
    }
  }

  func listThroughSwiftTest(_ package: PackageRun) -> Command {
    swift("test", package, for: package.tests, ["--skip-build", "list"])
  }
}
