import Base
import Graph

/// The test product started as `swift test` starts it. `swift test` takes half a second for that, keeps
/// what XCTest prints to itself until the end, and turns every signal into exit code 1.
extension SwiftCommands {
  /// What Linux lets a single argument be, with room to spare.
  static let longestArgument = 120_000
  /// What all arguments may be together: a quarter of the smallest stack, and room for the environment.
  private static let longestLine = 1_000_000

  private static let swiftTesting = ["--testing-library", "swift-testing"]
  /// Without tests of its kind Swift Testing has nothing to list or to run, and says so with this exit code.
  static let nothingToTest = ProcessStatus.exited(69)

  /// What the tests of a package are listed and run from.
  func testProducts(of package: PackageRun) -> [TestProduct] {
    settings.viaSwiftTest
      ? [TestProduct(name: package.name, file: "", modules: package.testModules)]
      : engine.testProducts(of: package)
  }

  /// What names the cases of a product: one command for each library, XCTest's first.
  func lists(_ package: PackageRun, _ product: TestProduct) -> [Command] {
    if settings.viaSwiftTest { return [listThroughSwiftTest(package)] }
    let tests = product.tests(of: package).map(\.id)
    return [["--dump-tests-json"], Self.swiftTesting + ["--list-tests"]].map {
      run(product, of: package, tests, $0)
    }
  }

  /// What runs all of a module's cases where XCTest has none of them.
  func runAll(_ module: TestedModule) -> [Command] {
    if settings.viaSwiftTest { return [test(module, .both)] }
    let events = Self.events(of: module)
    return [
      isOneModule(module.product)
        ? runSwiftTesting(module, events: events) : runSwiftTesting(module, events: events, strays: [])
    ]
  }

  /// Whether all that a product has is to be run as one module's.
  func isOneModule(_ product: TestProduct) -> Bool {
    product.modules.count == 1 && settings.filter == nil && !settings.viaSwiftTest
  }

  /// Where Swift Testing tells what it does.
  static func events(of module: TestedModule) -> String {
    "\(module.package.scratchFolder)/ambit-events-\(ModuleNames.compiled(module.id.name)).jsonl"
  }

  /// Runs the product with no word of what to run.
  func runProgram(_ module: TestedModule) -> Command { run(module, []) }

  /// Runs all of `tests`, named as in `CoreTests.A` or `CoreTests.A/testB`, in as many pieces as it takes.
  func runXCTest(_ module: TestedModule, tests: [String]) -> [Command] {
    Self.pieces(of: tests, limit: Self.longestArgument).map { run(module, [$0.joined(separator: ",")]) }
  }

  /// Runs all cases of Swift Testing that the product has.
  func runSwiftTesting(_ module: TestedModule, events: String) -> Command {
    run(module, Self.swiftTesting + Self.output(events))
  }

  /// Runs all cases of a module and of `strays`.
  func runSwiftTesting(_ module: TestedModule, events: String, strays: [String]) -> Command {
    run(module, Self.swiftTesting + Self.output(events) + filters(module.id, strays))
  }

  /// Runs the cases that `names` names, in as many pieces as it takes.
  func runSwiftTesting(_ module: TestedModule, events: String, only names: Set<String>) -> [Command] {
    let compiled = ModuleNames.compiled(module.id.name)
    let patterns = names.sorted().map { "^\(ModuleNames.escapedForRegex("\(compiled).\($0)"))(/|$)" }
    return Self.pieces(of: patterns, limit: Self.longestLine).map { piece in
      run(module, Self.swiftTesting + Self.output(events) + piece.flatMap { ["--filter", $0] })
    }
  }

  private static func output(_ events: String) -> [String] { ["--event-stream-output-path", events] }

  /// Cuts a list where its words, each with some bytes around it, would take more than `limit`.
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

  /// Where SwiftPM puts the products of a package.
  func productFolder(_ package: PackageRun) -> String {
    engine.productFolder(in: package.scratchFolder, settings.build.configuration)
  }

  private func run(_ module: TestedModule, _ arguments: [String]) -> Command {
    run(module.product, of: module.package, [module.id], arguments)
  }

  /// For `modules`, of which each may have variables of its own.
  private func run(
    _ product: TestProduct, of package: PackageRun, _ modules: [ModuleID], _ arguments: [String]
  ) -> Command {
    var variables = settings.variables(of: modules, beside: environment.tests)
    // As `swift test` does when nobody watches.
    variables["NO_COLOR"] = "1"
    return Command(
      executable: "\(package.viewFolder ?? productFolder(package))/\(product.file)", arguments: arguments,
      environment: instrumented(variables), workingFolder: package.absoluteFolder)
  }
}
