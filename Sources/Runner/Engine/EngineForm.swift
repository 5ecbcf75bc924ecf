import Base

/// The differences between the build engines of SwiftPM. Code outside this folder never asks which engine is in use.
protocol EngineForm: Sendable {
  // MARK: Commands

  /// The flag that makes SwiftPM plan anew instead of reusing its remembered plan. nil when the engine remembers none.
  var planningAnew: String? { get }
  /// Returns the name for `--target`, with which SwiftPM builds one module and its dependencies.
  func target(of module: ModuleRun) -> String
  /// Returns the arguments of the builds, in order, that make only the tests of a package.
  func testTargets(of package: PackageRun) -> [[String]]

  /// True when one build may have several root packages.
  var takesManyRoots: Bool { get }

  /// True when a build leaves out modules that only other platforms need.
  var leavesOut: Bool { get }

  // MARK: Products

  /// Returns the files from which the tests of a package are started.
  func testProducts(ofPackage name: String, testModules: [String]) -> [TestProduct]
  /// Returns the folder of the products of one configuration.
  func productFolder(in scratch: String, _ configuration: String) -> String
  /// Returns the product folders of all platforms and configurations that were built.
  func productFolders(in scratch: String) -> [String]
  /// True when the tests of `package` may see a file among the products. Test programs of other packages are hidden.
  func isSeen(_ file: String, by package: PackageRun) -> Bool

  // MARK: What lies in a scratch folder

  /// The beginning of the names of scratch folders. Two engines cannot share a scratch folder.
  var scratchPrefix: String { get }
  func outputs(in scratch: String) -> ModuleOutputs
  /// Returns the folders with the compilers' dependency files, by compiled module name.
  func dependencyFolders(in scratch: String, _ configuration: String) -> [String: [String]]
  /// Returns the file without which the next build calls the compiler of a Swift module, whose outputs lie in a folder of
  /// `dependencyFolders`. nil when the engine itself compares everything that the compiler has read.
  func recallingFile(in folder: String) -> String?
  /// Returns the compiler's arguments in the plan for one compiled module name. nil when no plan can be read.
  func compilation(of module: String, in scratch: String, _ configuration: String) -> [String]?
  /// Returns the files that a module offers to its dependents, by compiled module name.
  func interfaces(in scratch: String, _ configuration: String) -> [String: [String]]
  /// Returns the module that a compiler imports when it reads this file of a scratch folder.
  func module(readFrom file: ArraySlice<UInt8>) -> String?

  // MARK: After a build

  /// Returns the modules in a scratch folder, and those that the last plan makes for one another. nil when nothing was
  /// planned.
  func plannedModules(in scratch: String, _ configuration: String) -> PlannedModules?

  /// Returns the proof that a build made what it should. nil when there is no plan to compare with.
  func proof(of scratch: String, _ configuration: String) -> (any BuildProof)?
  /// Returns the number of compiled sources, from a build's output or from the files written since it began.
  func compiled(by output: String, in scratch: String, since start: FileTime) -> Int
  /// Repairs a cause of failure that lies in the scratch folder, not in the sources. Returns true when the build is
  /// worth repeating.
  func mends(_ scratch: String, after outcome: BuildRun.Outcome) -> Bool
  /// Deletes leftovers of a build, and prepares the folder for the next one.
  func tidy(_ scratch: String, _ configuration: String)
}

extension EngineForm {
  /// Flags of every build, beside those of the run. The index leaves out the toolchain's own modules. SwiftPM finds
  /// XCTest cases in the index, and those modules hold none. Indexing them takes as long as the rest of a small
  /// package's first build.
  ///
  /// With incremental imports the compiler's driver asks fingerprints in a changed module which of its readers to
  /// compile. These leave out the layout of a struct inside a struct of another module, inferred types of public
  /// declarations, and bodies of `@_transparent` functions. Without them the driver compiles all readers.
  var buildFlags: [String] {
    let swift = ["-index-ignore-system-modules", "-Xfrontend", "-disable-incremental-imports"]
    return [planningAnew].compactMap(\.self) + swift.flatMap { ["-Xswiftc", $0] }
  }

  func testProducts(of package: PackageRun) -> [TestProduct] {
    testProducts(ofPackage: package.name, testModules: package.testModules)
  }

  /// True when something was built here for a configuration.
  func hasBuilt(_ configuration: String, in scratch: String) -> Bool {
    LocalFiles.exists(productFolder(in: scratch, configuration))
  }
}

extension Engine {
  func form(on layout: SwiftPMLayout) -> any EngineForm {
    switch self {
    case .native: NativeEngine(layout: layout)
    case .swiftbuild: SwiftBuildEngine(layout: layout)
    }
  }
}

/// An executable that holds the tests of some modules.
struct TestProduct: Sendable, Equatable {
  /// The product's name, also the name to build it by.
  let name: String
  /// The program, or the file of a bundle that is loaded. The path starts in the product folder.
  let file: String
  /// The file with the machine code of the tests. The path starts in the product folder.
  let code: String
  /// The names of the test modules in it.
  let modules: [String]

  init(name: String, file: String, code: String? = nil, modules: [String]) {
    self.name = name
    self.file = file
    self.code = code ?? file
    self.modules = modules
  }
}

/// The proof that a successful build made all that was asked for. It guards against SwiftPM leaving out packages and
/// modules without an error. Each engine has its own.
protocol BuildProof {
  func holds(_ module: ModuleRun) -> Bool
  func holds(_ product: TestProduct) -> Bool
  /// True when a product surely has no case of XCTest. False when that is unknown.
  func hasNoXCTest(_ product: TestProduct, of package: PackageRun) -> Bool
}
