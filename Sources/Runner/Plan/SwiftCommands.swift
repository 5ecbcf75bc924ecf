package import Base
import Graph

/// The command lines of a plan.
package struct SwiftCommands: Sendable, Equatable {
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
    return package.modules.filter(\.kind.isCompiled).map { build(package, ["--target", $0.id.name]) }
  }

  /// Returns the fewest invocations that build every affected module of a package.
  ///
  /// SwiftPM takes one `--target` at a time. It compiles an executable asked for in that way, and does not link it. So
  /// that form is used for a few libraries only.
  package func build(_ package: PackageRun) -> [Command] {
    if !package.tests.isEmpty { return buildTests(package) }
    let built = package.modules.filter { $0.kind.isCompiled }
    let areLibraries = !built.isEmpty && built.allSatisfy { $0.kind == .library }
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
    if settings.build.configuration != "debug" {
      all += ["--configuration", settings.build.configuration]
      // In every configuration `swift test` lets tests import internal declarations.
      if tool == "build" { all += ["-Xswiftc", "-enable-testing"] }
    }
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
}

/// The environment of SwiftPM and tests. It is the same on every machine, so that results can be compared. SwiftPM's
/// manifest cache is keyed on all of it, and stays valid.
package struct RunEnvironment: Sendable, Equatable {
  /// The environment of SwiftPM. `swift test` passes it on to the tests.
  package var swiftPM: [String: String]
  /// The environment of tests that are started directly.
  package var tests: [String: String]
  /// The variables whose values may decide a result.
  package var keyed: [String: String]
  /// The names of variables that are set and not passed on, sorted.
  package var withheld: [String]

  static let personal: Set = ["HOME", "USER", "TMPDIR"]
  private static let keyedNames: Set = ["PKG_CONFIG_PATH", "SDKROOT"]
  private static let network: Set = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSH_AUTH_SOCK"]
  private static let networkPrefixes = ["SSL_CERT_", "GIT_SSH", "GIT_CONFIG"]
  /// The variable of SwiftPM for a folder in which several builds keep compiled C modules. Ambit's own tests set it.
  private static let sharedModules = "SWIFTPM_TESTS_MODULECACHE"
  /// Variables that every shell sets, or that are replaced. A failed test need not mention them.
  private static let uninteresting: Set = [
    "PATH", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "TERM", "SHELL", "_",
  ]

  /// `toolchainBin` is the folder of the `swift` in use. `declared` names the variables that the workspace passes on.
  /// They become part of the keys.
  package static func fixed(
    from environment: [String: String], toolchainBin: String, declared: Set<String> = [],
    on layout: SwiftPMLayout = .ofThisHost
  ) -> RunEnvironment {
    let keyed = environment.filter { keyedNames.contains($0.key) || declared.contains($0.key) }
    let passed = personal.union(layout.toolchainVariables)
    var tests = environment.filter { passed.contains($0.key) }
    tests["PATH"] = layout.searchPath(toolchainBin: toolchainBin)
    tests["LANG"] = "C.UTF-8"
    tests["TZ"] = "UTC"
    tests.merge(keyed) { _, declared in declared }
    let swiftPM = tests.merging(environment.filter { isForBuilds($0.key) }) { fixed, _ in fixed }
    let withheld = environment.keys.filter { swiftPM[$0] == nil && !uninteresting.contains($0) }
    return RunEnvironment(swiftPM: swiftPM, tests: tests, keyed: keyed, withheld: withheld.sorted())
  }

  /// Returns the user's whole environment. Results under it say nothing about another machine.
  package static func inherited(_ environment: [String: String]) -> RunEnvironment {
    RunEnvironment(swiftPM: environment, tests: environment, keyed: environment, withheld: [])
  }

  private static func isForBuilds(_ name: String) -> Bool {
    name == sharedModules || network.contains(name.uppercased())
      || networkPrefixes.contains { name.hasPrefix($0) }
  }
}

/// The environment variables that configure the runtime libraries of sanitizers.
enum SanitizerRuntime {
  /// The first report ends the process, so that the running case is known, as with any crash. Leaks are not reported.
  /// XCTest and Swift's own libraries leak in every process, and each leak would be a failure.
  private static let options: [String: (variable: String, words: String)] = [
    "address": ("ASAN_OPTIONS", "detect_leaks=0"),
    "thread": ("TSAN_OPTIONS", "halt_on_error=1"),
    "undefined": ("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"),
  ]

  /// Adds the variables of `sanitizers`. The user's own options come last, where they win.
  static func variables(
    _ sanitizers: [String], beside environment: [String: String]
  ) -> [String: String] {
    sanitizers.compactMap { options[$0] }.reduce(into: environment) { variables, option in
      let own = environment[option.variable].map { ":\($0)" } ?? ""
      variables[option.variable] = option.words + own
    }
  }
}

/// Starts the test product as `swift test` does. `swift test` takes half a second for that. It holds back XCTest's
/// output until the end, and turns every signal into exit code 1.
extension SwiftCommands {
  /// The longest argument. Linux allows a little more.
  static let longestArgument = 120_000
  /// The longest command line. Linux allows a quarter of the stack, and the environment counts too.
  private static let longestLine = 1_000_000

  private static let swiftTesting = ["--testing-library", "swift-testing"]
  /// The exit code of Swift Testing when the product has no test of its kind.
  static let nothingToTest = ProcessStatus.exited(69)

  /// Returns the products from which a package's tests are listed and run.
  func testProducts(of package: PackageRun) -> [TestProduct] {
    settings.viaSwiftTest
      ? [TestProduct(name: package.name, file: "", modules: package.testModules)]
      : engine.testProducts(of: package)
  }

  /// Returns the commands that list a product's cases. The one for XCTest comes first.
  func lists(_ package: PackageRun, _ product: TestProduct) -> [Command] {
    if settings.viaSwiftTest {
      return [swift("test", package, for: package.tests, ["--skip-build", "list"])]
    }
    let tests = product.tests(of: package).map(\.id)
    return [["--dump-tests-json"], Self.swiftTesting + ["--list-tests"]].map {
      run(product, of: package, tests, $0)
    }
  }

  /// Returns the command that runs all cases of a module without cases of XCTest.
  func runAll(_ module: TestedModule) -> [Command] {
    if settings.viaSwiftTest { return [test(module, .both)] }
    let strays: [String]? = isOneModule(module.product) ? nil : []
    return [runSwiftTesting(module, events: Self.events(of: module), strays: strays)]
  }

  /// True when the whole product can be run as one module's tests.
  func isOneModule(_ product: TestProduct) -> Bool {
    product.modules.count == 1 && settings.filter == nil && !settings.viaSwiftTest
  }

  /// Returns the file to which Swift Testing writes its events.
  static func events(of module: TestedModule) -> String {
    "\(module.package.scratchFolder)/ambit-events-\(ModuleNames.compiled(module.id.name)).jsonl"
  }

  /// Runs the product without arguments, for a main program of the package's own.
  func runProgram(_ module: TestedModule) -> Command { run(module, []) }

  /// Runs `tests`, such as `CoreTests.A` or `CoreTests.A/testB`. Long lists take several commands.
  func runXCTest(_ module: TestedModule, tests: [String]) -> [Command] {
    Self.pieces(of: tests, limit: Self.longestArgument).map { run(module, [$0.joined(separator: ",")]) }
  }

  /// Runs all cases of a module, and those of the modules `strays`. nil runs all cases that the product has.
  func runSwiftTesting(_ module: TestedModule, events: String, strays: [String]? = nil) -> Command {
    run(module, Self.swiftTesting + Self.output(events) + (strays.map { filters(module.id, $0) } ?? []))
  }

  /// Runs the cases in `names`. Long lists take several commands.
  func runSwiftTesting(_ module: TestedModule, events: String, only names: Set<String>) -> [Command] {
    let compiled = ModuleNames.compiled(module.id.name)
    let patterns = names.sorted().map { "^\(ModuleNames.escapedForRegex("\(compiled).\($0)"))(/|$)" }
    return Self.pieces(of: patterns, limit: Self.longestLine).map { piece in
      run(module, Self.swiftTesting + Self.output(events) + piece.flatMap { ["--filter", $0] })
    }
  }

  /// Returns arguments that keep cases from running, for Swift Testing and for `swift test`. `names` are full.
  static func skips(of names: Set<String>) -> [String] {
    names.sorted().flatMap { ["--skip", "^\(ModuleNames.escapedForRegex($0))(/|$)"] }
  }

  static func canSkip(_ names: Set<String>) -> Bool {
    skips(of: names).reduce(0) { $0 + $1.utf8.count } < longestLine / 2
  }

  private static func output(_ events: String) -> [String] { ["--event-stream-output-path", events] }

  /// Cuts a list into pieces that stay below `limit` bytes. Each word counts 24 bytes more than its length.
  static func pieces(of words: [String], limit: Int) -> [[String]] {
    var pieces: [[String]] = []
    var room = 0
    for word in words {
      let size = word.utf8.count + 24
      if size > room {
        pieces.append([])
        room = limit
      }
      pieces[pieces.count - 1].append(word)
      room -= size
    }
    return pieces
  }

  /// Returns the folder to which SwiftPM writes the products of a package.
  func productFolder(_ package: PackageRun) -> String {
    engine.productFolder(in: package.scratchFolder, settings.build.configuration)
  }

  private func run(_ module: TestedModule, _ arguments: [String]) -> Command {
    run(module.product, of: module.package, [module.id], arguments)
  }

  /// Each of `modules` may add variables of its own.
  private func run(
    _ product: TestProduct, of package: PackageRun, _ modules: [ModuleID], _ arguments: [String]
  ) -> Command {
    var variables = settings.variables(of: modules, beside: environment.tests)
    // `swift test` sets it too when its output is no terminal.
    variables["NO_COLOR"] = "1"
    return Command(
      executable: "\(package.viewFolder ?? productFolder(package))/\(product.file)", arguments: arguments,
      environment: instrumented(variables), workingFolder: package.absoluteFolder)
  }
}

extension Command {
  func adding(_ more: [String]) -> Command {
    var command = self
    command.arguments += more
    return command
  }
}
