package import Base
package import Graph

/// One package's part of a plan.
package struct PackageRun: Sendable, Equatable, Codable {
  package let folder: RelativePath
  package let absoluteFolder: String
  package let name: String
  /// The modules that are to be built, sorted: the affected ones, and what tests of other packages run.
  package let modules: [ModuleRun]
  /// The test modules to run, sorted.
  package internal(set) var tests: [ModuleID]
  /// The executables of the workspace that the test modules run, by test module: it is no verdict on tests when those
  /// are old, or not there.
  package let tools: [ModuleID: Set<ModuleID>]
  /// The names of its own executable products among these, sorted.
  package internal(set) var ownTools: [String] = []
  /// The names of all test modules it has, affected or not.
  package internal(set) var testModules: [String]
  /// All that is built for it: for tests, what its test product is made of.
  package let closure: Set<ModuleID>
  /// All packages of the workspace that SwiftPM has before it when it plans for this root; nil when that cannot be told.
  package let planned: Set<RelativePath>?
  package let extent: Extent
  /// True when its lockfile pins all that it needs from outside the workspace.
  package internal(set) var isPinned = true
  /// True when the package's tests have a main program of its own, which may know nothing of XCTest.
  package internal(set) var hasTestEntryPoint = false
  /// Where SwiftPM builds it.
  package internal(set) var scratchFolder: String
  /// The executables of others that may lie where it is built, and that its tests shall not find.
  package internal(set) var hidden: Set<String>

  /// How much of a package is to be built.
  package enum Extent: String, Sendable, Codable {
    /// All that it has is affected.
    case whole
    case some
    /// Only the test product, or single modules: this machine cannot build all of it.
    case possible
  }

  /// The packages that it may be built from.
  var looksAt: Set<RelativePath> { closure.reduce(into: planned ?? []) { $0.insert($1.package) } }

  /// Where its test products are started from, when that is not where it is built.
  var viewFolder: String? {
    hidden.isEmpty ? nil : "\(ProductView.root(beside: scratchFolder))/\(ScratchName.of(folder))"
  }

  /// The modules that its tests need to be there: the tests themselves, and its executables that they may start.
  var neededByTests: [ModuleRun] {
    let tools = tools.values.reduce(into: Set()) { $0.formUnion($1) }
    return modules.filter { tests.contains($0.id) || tools.contains($0.id) }
  }

  /// The same package built where no other is.
  func alone(in folder: String) -> PackageRun {
    var result = self
    result.scratchFolder = folder
    result.hidden = []
    return result
  }
}

package struct ModuleRun: Sendable, Equatable, Codable {
  package let id: ModuleID
  package let kind: ModuleKind

  init(id: ModuleID, kind: ModuleKind) {
    self.id = id
    self.kind = kind
  }
}

/// A test module, and what it is started from.
struct TestedModule: Sendable {
  let id: ModuleID
  let package: PackageRun
  let product: TestProduct
}

extension TestProduct {
  /// The tests to run that it holds.
  func tests(of package: PackageRun) -> [TestedModule] {
    package.tests.filter { modules.contains($0.name) }.map {
      TestedModule(id: $0, package: package, product: self)
    }
  }
}
