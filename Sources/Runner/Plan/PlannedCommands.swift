package import Platform
import Support

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
