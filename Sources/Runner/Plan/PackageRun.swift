package import Base
package import Graph

/// One package's part of a plan.
package struct PackageRun: Sendable, Equatable {
  package let folder: RelativePath
  package let absoluteFolder: String
  package let name: String
  /// The modules to build, sorted: the affected ones, and executables that other packages' tests run.
  package let modules: [ModuleRun]
  /// The test modules to run, sorted.
  package internal(set) var tests: [ModuleID]
  /// The workspace's executables and dynamic libraries that each test module may run or load. A test proves nothing when
  /// they are missing or old.
  package let tools: [ModuleID: Set<ModuleID>]
  /// The names of the package's own executable and dynamic library products that hold one of these modules, sorted.
  package internal(set) var ownTools: [String] = []
  /// The names of all its test modules, affected or not.
  package internal(set) var testModules: [String]
  /// The modules that are built for it. For tests these are the modules of its test product.
  package let closure: Set<ModuleID>
  /// The workspace's packages that SwiftPM considers when it plans for this root. nil when that is unknown.
  package let planned: Set<RelativePath>?
  package let extent: Extent
  /// True when its lockfile pins all its dependencies from outside the workspace.
  package internal(set) var isPinned = true
  /// True when the tests have a main program of the package's own. Such a program may not understand XCTest's
  /// arguments.
  package internal(set) var hasTestEntryPoint = false
  /// The scratch folder of its build.
  package internal(set) var scratchFolder: String
  /// Other packages' executables and dynamic libraries in the scratch folder, which its tests must not find.
  package internal(set) var hidden: Set<String>

  /// The part of a package that is to be built.
  package enum Extent: String, Sendable {
    /// All of it is affected.
    case whole
    case some
    /// Only the test product, or single modules. This machine cannot build the rest.
    case possible
  }

  /// The packages from which it may be built.
  var looksAt: Set<RelativePath> { closure.reduce(into: planned ?? []) { $0.insert($1.package) } }

  /// The folder from which its tests start. nil when they start in the product folder.
  var viewFolder: String? {
    hidden.isEmpty ? nil : "\(ProductView.root(beside: scratchFolder))/\(ScratchName.of(folder))"
  }

  /// The modules that its tests need: the test modules, and its own executables that they may start.
  var neededByTests: [ModuleRun] {
    let tools = tools.values.reduce(into: Set()) { $0.formUnion($1) }
    return modules.filter { tests.contains($0.id) || tools.contains($0.id) }
  }

  /// Returns the same package with a scratch folder of its own.
  func alone(in folder: String) -> PackageRun {
    var result = self
    result.scratchFolder = folder
    result.hidden = []
    return result
  }
}

package struct ModuleRun: Sendable, Equatable {
  package let id: ModuleID
  package let kind: ModuleKind
}

extension Sequence<PackageRun> {
  /// The packages from which they may be built.
  var looksAt: Set<RelativePath> { reduce(into: []) { $0.formUnion($1.looksAt) } }
}

/// A test module, and the product that holds it.
struct TestedModule: Sendable {
  let id: ModuleID
  let package: PackageRun
  let product: TestProduct
}

extension TestProduct {
  /// Returns the modules to test that the product holds.
  func tests(of package: PackageRun) -> [TestedModule] {
    package.tests.filter { modules.contains($0.name) }.map {
      TestedModule(id: $0, package: package, product: self)
    }
  }
}

/// Names of targets as the compiler knows them.
package enum ModuleNames {
  /// Returns SwiftPM's module name for a target. A character that no identifier may hold becomes an underscore.
  package static func compiled(_ target: String) -> String {
    var result = ""
    for scalar in target.unicodeScalars {
      let isFirst = result.isEmpty
      let fits = isFirst ? scalar.properties.isXIDStart || scalar == "_" : scalar.properties.isXIDContinue
      result.unicodeScalars.append(fits ? scalar : "_")
    }
    return result
  }

  package static func escapedForRegex(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
