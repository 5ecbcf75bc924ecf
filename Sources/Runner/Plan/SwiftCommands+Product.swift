import ContentKeys
import Names
package import Platform

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

  /// What names the cases of a package: one command for each library, XCTest's first.
  package func lists(_ package: PackageRun) -> [Command] {
    settings.viaSwiftTest
      ? [listThroughSwiftTest(package)]
      : [["--dump-tests-json"], Self.swiftTesting + ["--list-tests"]].map {
        product(package, package.tests, $0)
      }
  }

  /// What runs all of a module's cases where XCTest has none of them.
  func runAll(_ package: PackageRun, _ module: ModuleID) -> [Command] {
    if settings.viaSwiftTest { return [test(package, module, .both)] }
    let events = Self.events(of: module, package)
    return [
      isOneModule(package)
        ? runSwiftTesting(package, module, events: events)
        : runSwiftTesting(package, module, events: events, strays: [])
    ]
  }

  /// Whether all that a product has is to be run as one module's.
  func isOneModule(_ package: PackageRun) -> Bool {
    package.testModules.count == 1 && settings.filter == nil && !settings.viaSwiftTest
  }

  /// Where Swift Testing tells what it does.
  static func events(of module: ModuleID, _ package: PackageRun) -> String {
    "\(package.scratchFolder)/ambit-events-\(ModuleNames.compiled(module.name)).jsonl"
  }

  /// Runs all of `tests`, named as in `CoreTests.A` or `CoreTests.A/testB`, in as many pieces as it takes.
  func runXCTest(_ package: PackageRun, _ module: ModuleID, tests: [String]) -> [Command] {
    Self.pieces(of: tests, limit: Self.longestArgument).map {
      product(package, [module], [$0.joined(separator: ",")])
    }
  }

  /// Runs all cases of Swift Testing that the product has.
  func runSwiftTesting(_ package: PackageRun, _ module: ModuleID, events: String) -> Command {
    product(package, [module], Self.swiftTesting + Self.output(events))
  }

  /// Runs all cases of a module and of `strays`.
  func runSwiftTesting(
    _ package: PackageRun, _ module: ModuleID, events: String, strays: [String]
  ) -> Command {
    product(package, [module], Self.swiftTesting + Self.output(events) + filters(module, strays))
  }

  /// Runs the cases that `names` names, in as many pieces as it takes.
  func runSwiftTesting(
    _ package: PackageRun, _ module: ModuleID, events: String, only names: Set<String>
  ) -> [Command] {
    let compiled = ModuleNames.compiled(module.name)
    let patterns = names.sorted().map { "^\(ModuleNames.escapedForRegex("\(compiled).\($0)"))(/|$)" }
    return Self.pieces(of: patterns, limit: Self.longestLine).map { piece in
      product(
        package, [module], Self.swiftTesting + Self.output(events) + piece.flatMap { ["--filter", $0] })
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
    "\(package.scratchFolder)/\(settings.build.configuration)"
  }

  func testExecutable(_ package: PackageRun) -> String {
    "\(package.viewFolder ?? productFolder(package))/\(package.testProduct).xctest"
  }

  /// For `modules`, of which each may have variables of its own.
  private func product(_ package: PackageRun, _ modules: [ModuleID], _ arguments: [String]) -> Command {
    var variables = settings.variables(of: modules, beside: environment.tests)
    // As `swift test` does when nobody watches.
    variables["NO_COLOR"] = "1"
    return Command(
      executable: testExecutable(package), arguments: arguments, environment: variables,
      workingFolder: package.absoluteFolder)
  }
}
