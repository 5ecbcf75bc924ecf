package import Base
import Graph

/// What is run, as a value that is complete once it is made: `--dry-run` prints its commands, `Runner` executes them.
package struct RunPlan: Sendable, Equatable, Codable {
  package enum Action: String, Sendable, Codable {
    case build
    case test
  }

  package let action: Action
  /// The folder that holds the scratch folders of all groups.
  package let scratchRoot: String
  /// With what, and how, SwiftPM and tests are called.
  package let swift: SwiftCommands
  /// Begun in this order, two at a time.
  package let groups: [BuildGroup]
  package let commands: PlannedCommands
  /// Affected modules that this machine cannot run, sorted: selected, reported, and not run.
  package let excused: [ExcusedModule]
  /// Packages without tests to run that this machine cannot build, each with the reason.
  package let excusedPackages: [RelativePath: String]
  /// Affected packages that cannot be built whatever their sources say, sorted: reported, and not run.
  package let unjudged: [UnjudgedPackage]
  /// The keys of what is asked about, as far as there are any.
  package let inputs: [ModuleID: SHA256Digest]
  /// How long test modules took before; the longest start first.
  package let expectedSeconds: [ModuleID: Double]
  /// Test modules that did not pass when they last ran: these start before all others.
  package let failedBefore: Set<ModuleID>

  package var settings: RunSettings { swift.settings }

  /// Where the compilers of each group leave what they index.
  package var indexStores: [String] {
    groups.map {
      swift.engine.productFolder(in: $0.scratchFolder, settings.build.configuration) + "/index/store"
    }
  }

  /// Sorted by folder.
  package var packages: [PackageRun] { groups.flatMap(\.packages).sorted { $0.folder < $1.folder } }
}

/// A package that has no verdict before anything is built.
package struct UnjudgedPackage: Sendable, Equatable, Codable {
  package var folder: RelativePath
  /// Its test modules that were to be run.
  package var tests: [ModuleID]
  package var reason: RunError
}

package struct ExcusedModule: Sendable, Equatable, Codable {
  package var id: ModuleID
  package var reason: String

  package init(id: ModuleID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// The commands of a plan, in the order in which they are run.
///
/// A build may be spared planning (`RememberedPlan`). A product without cases of XCTest is not asked for what it has, and
/// what XCTest is to run its listing tells. What goes wrong may be built once more elsewhere.
package struct PlannedCommands: Sendable, Equatable, Codable {
  /// By group; up to the first that fails.
  let builds: [[Command]]
  /// For each test product what names its cases, and then for each test module what runs those of Swift Testing, or
  /// through `swift test` all.
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
