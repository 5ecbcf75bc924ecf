import Base
import Testing

@testable import ExampleWorkspace

struct PlanTests {
  static let sizes: [ExampleOptions] = [
    ExampleOptions(), ExampleOptions(packages: 12, files: 500), ExampleOptions(packages: 13),
    ExampleOptions(packages: 47, files: 1_001, seed: 7), ExampleOptions(packages: 300, seed: 3),
    ExampleOptions(packages: 1_000, files: 9_999, seed: .max),
  ]

  @Test(arguments: sizes)
  func packagesAndFilesAreExactlyAsMany(options: ExampleOptions) throws {
    let workspace = try ExampleWorkspace.plan(options)
    let files = workspace.files()
    #expect(workspace.packages.count == options.packages)
    #expect(files.count { $0.path.hasSuffix("/Package.swift") } == options.packages)
    if let count = options.files { #expect(files.count == count) }
    #expect(Set(files.map { $0.path.lowercased() }).count == files.count)
  }

  @Test(arguments: sizes)
  func namesNeverClash(options: ExampleOptions) throws {
    let packages = try ExampleWorkspace.plan(options).packages
    // SwiftPM tells packages apart by their folder's name, in lower case.
    #expect(Set(packages.map { $0.name.lowercased() }).count == packages.count)
    let targets = packages.flatMap(\.targets)
    #expect(Set(targets.map { $0.name.lowercased() }).count == targets.count)
    let products = packages.flatMap(\.products)
    #expect(Set(products.map { $0.name.lowercased() + $0.kind.rawValue }).count == products.count)
  }

  @Test(arguments: sizes)
  func packagesDependOnEarlierOnesOnly(options: ExampleOptions) throws {
    var seen: Set<String> = []
    for package in try ExampleWorkspace.plan(options).packages {
      #expect(package.dependencies.allSatisfy { seen.contains($0.path) }, "\(package.path)")
      #expect(Set(package.dependencies.map(\.path)).count == package.dependencies.count)
      seen.insert(package.path)
    }
  }

  @Test(arguments: sizes)
  func layersLookDownwardsOnly(options: ExampleOptions) throws {
    let workspace = try ExampleWorkspace.plan(options)
    let layers = Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.path, $0.layer) })
    let above: [ExamplePackage.Layer: Set<ExamplePackage.Layer>] = [
      .vendor: [], .core: [.vendor, .core], .contracts: [.core, .contracts],
      .features: [.core, .contracts], .apps: [.core, .features],
    ]
    for package in workspace.packages {
      let below = Set(package.dependencies.compactMap { layers[$0.path] })
      #expect(below.isSubset(of: try #require(above[package.layer])), "\(package.path)")
    }
  }

  @Test func everyFeatureIsInTheReferencePackages() throws {
    let packages = try ExampleWorkspace.plan(ExampleOptions()).packages
    let targets = packages.flatMap(\.targets)
    #expect(Set(targets.map(\.role)) == Set(ExampleTarget.Role.allCases))
    #expect(Set(packages.map(\.layer)) == Set(ExamplePackage.Layer.allCases))
    #expect(targets.contains { $0.usesPlugin })
    #expect(targets.contains { $0.hasResources })
    #expect(packages.contains { !$0.traits.isEmpty })
    #expect(packages.contains { $0.dependencies.contains { !$0.traits.isEmpty } })
    #expect(packages.contains { $0.products.contains { $0.targets.count > 1 } })
    #expect(
      packages.contains { $0.products.contains { $0.kind == .library && !$0.targets.contains($0.name) } })
  }

  @Test func theSeedDecides() throws {
    let options = ExampleOptions(packages: 40, files: 900, seed: 5)
    let other = ExampleOptions(packages: 40, files: 900, seed: 6)
    #expect(try ExampleWorkspace.plan(options) == ExampleWorkspace.plan(options))
    #expect(try ExampleWorkspace.plan(options).packages != ExampleWorkspace.plan(other).packages)
  }

  @Test(arguments: [
    (ExampleOptions(packages: 0), "--packages 0 is out of range: 12 to 20000"),
    (ExampleOptions(packages: 20_001), "--packages 20001 is out of range: 12 to 20000"),
    (ExampleOptions(files: 10), "--files 10 is out of range: these packages allow 76 to 2000000"),
  ])
  func sizesOutOfRangeAreRefused(options: ExampleOptions, message: String) {
    let error = #expect(throws: Failure.self) { try ExampleWorkspace.plan(options) }
    #expect(error?.message == message)
  }
}
