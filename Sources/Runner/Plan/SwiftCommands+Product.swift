import Base
import Graph

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
    if settings.viaSwiftTest { return [listThroughSwiftTest(package)] }
    let tests = product.tests(of: package).map(\.id)
    return [["--dump-tests-json"], Self.swiftTesting + ["--list-tests"]].map {
      run(product, of: package, tests, $0)
    }
  }

  /// Returns the command that runs all cases of a module without cases of XCTest.
  func runAll(_ module: TestedModule) -> [Command] {
    if settings.viaSwiftTest { return [test(module, .both)] }
    let events = Self.events(of: module)
    return [
      isOneModule(module.product)
        ? runSwiftTesting(module, events: events) : runSwiftTesting(module, events: events, strays: [])
    ]
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

  /// Runs all cases of Swift Testing that the product has.
  func runSwiftTesting(_ module: TestedModule, events: String) -> Command {
    run(module, Self.swiftTesting + Self.output(events))
  }

  /// Runs all cases of a module, and those of the modules `strays`.
  func runSwiftTesting(_ module: TestedModule, events: String, strays: [String]) -> Command {
    run(module, Self.swiftTesting + Self.output(events) + filters(module.id, strays))
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
