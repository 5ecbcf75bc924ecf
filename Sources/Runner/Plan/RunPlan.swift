package import Base
import Graph

/// The work of a run, as a complete value. `--dry-run` prints its commands, and `Runner` executes them.
package struct RunPlan: Sendable, Equatable, Codable {
  package enum Action: String, Sendable, Codable {
    case build
    case test
  }

  package let action: Action
  /// The folder that holds the scratch folders of all groups.
  package let scratchRoot: String
  /// The command lines of SwiftPM and tests.
  package let swift: SwiftCommands
  /// The groups in the order in which they begin, two at a time.
  package let groups: [BuildGroup]
  package let commands: PlannedCommands
  /// The affected modules that this machine cannot run, sorted. They are reported and not run.
  package let excused: [ExcusedModule]
  /// The packages without tests to run that this machine cannot build, with the reasons.
  package let excusedPackages: [RelativePath: String]
  /// The affected packages that cannot be built, whatever their sources say, sorted. They are reported and not run.
  package let unjudged: [UnjudgedPackage]
  /// The keys of the modules that have one.
  package let inputs: [ModuleID: SHA256Digest]
  /// The seconds that test modules took before. The longest start first.
  package let expectedSeconds: [ModuleID: Double]
  /// The test modules that did not pass in their last run. They start before all others.
  package let failedBefore: Set<ModuleID>

  package var settings: RunSettings { swift.settings }

  /// The folders of the indexes that the compilers write, one for each group.
  package var indexStores: [String] {
    groups.map {
      swift.engine.productFolder(in: $0.scratchFolder, settings.build.configuration) + "/index/store"
    }
  }

  /// All packages, sorted by folder.
  package var packages: [PackageRun] { groups.flatMap(\.packages).sorted { $0.folder < $1.folder } }
}

/// A package that has no verdict before anything is built.
package struct UnjudgedPackage: Sendable, Equatable, Codable {
  package var folder: RelativePath
  /// The test modules that it should run.
  package var tests: [ModuleID]
  package var reason: RunError
}

package struct ExcusedModule: Sendable, Equatable, Codable {
  package var id: ModuleID
  package var reason: String
}

/// The planned commands, in the order in which they run.
///
/// The run may differ in three ways. A build may use SwiftPM's remembered plan (`Attempt`). A product without cases of
/// XCTest is not listed, and XCTest's commands follow from the list. A failed build may be repeated elsewhere.
package struct PlannedCommands: Sendable, Equatable, Codable {
  /// The builds of each group. A group's builds end at the first that fails.
  let builds: [[Command]]
  /// The lists hold, for each test product, the commands that name its cases. The tests hold, for each test module, the
  /// command of Swift Testing or of `swift test`.
  let lists: [[Command]]
  let tests: [[Command]]

  package var all: [Command] { (builds + lists + tests).flatMap { $0 } }
}

extension PlannedCommands {
  init(_ groups: [BuildGroup], _ action: RunPlan.Action, _ swift: SwiftCommands) {
    builds = groups.map { swift.build($0, action) }
    let tested = action == .test ? groups.flatMap(\.packages).filter { !$0.tests.isEmpty } : []
    let packages = tested.sorted { $0.folder < $1.folder }
    let products = packages.flatMap { package in swift.testProducts(of: package).map { (package, $0) } }
    lists = products.map(swift.lists)
    tests = products.flatMap { package, product in product.tests(of: package).map(swift.runAll) }
  }
}
