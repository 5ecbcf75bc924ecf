import Base
import Graph

/// All in which engines differ. Nobody outside this folder asks which one it is.
protocol EngineForm: Sendable {
  // MARK: Commands

  /// The flag that keeps SwiftPM from going by a plan it remembers; nil when it remembers none.
  var planningAnew: String? { get }
  /// What a module is asked for by, to build no more than that.
  func target(of module: ModuleRun) -> String
  /// What is asked of builds, one after the other, that shall make no more of a package than its tests.
  func testTargets(of package: PackageRun) -> [[String]]

  /// Whether one build may have several roots.
  var takesManyRoots: Bool { get }

  /// Whether a build leaves out what only other platforms need.
  var leavesOut: Bool { get }

  // MARK: Products

  /// What the tests of a package are started from.
  func testProducts(ofPackage name: String, testModules: [String]) -> [TestProduct]
  /// Where products lie.
  func productFolder(in scratch: String, _ configuration: String) -> String
  /// The same of all platforms and configurations that were built for.
  func productFolders(in scratch: String) -> [String]
  /// Whether a file beside the products is of this package, or of no package's own.
  func isSeen(_ file: String, by package: PackageRun) -> Bool

  // MARK: What lies in a scratch folder

  /// Begins the names of scratch folders: engines cannot share one.
  var scratchPrefix: String { get }
  func outputs(in scratch: String) -> ModuleOutputs
  /// Where compilers note what they read, by module, as the compiler knows it.
  func dependencyFolders(in scratch: String, _ configuration: String) -> [String: [String]]
  /// What a plan tells the compiler for one module, as the compiler knows it; nil where there is no plan to be read.
  func compilation(of module: String, in scratch: String, _ configuration: String) -> [String]?
  /// The files by which modules are seen by others, by module.
  func interfaces(in scratch: String, _ configuration: String) -> [String: [String]]
  /// The module that a compiler got by reading this file of a scratch folder.
  func module(readFrom file: ArraySlice<UInt8>) -> String?

  // MARK: After a build

  /// nil when there is nothing to prove anything by.
  func proof(of scratch: String, _ configuration: String) -> (any BuildProof)?
  /// How many times something was compiled, by what a build printed, or wrote since it began.
  func compiled(by output: String, in scratch: String, since start: FileTime) -> Int
  /// Changes what a build may have failed of that nobody's sources are to blame for; returns whether it did.
  func mends(_ scratch: String, after outcome: BuildRun.Outcome) -> Bool
  /// Takes away what a build should not have left, and readies the folder for the next.
  func tidy(_ scratch: String, _ configuration: String)
}

extension EngineForm {
  /// What every build is told beside what the run says. SwiftPM finds XCTest cases in the index of a build: what the
  /// toolchain's own modules hold is of no use there, and to index it costs as much as the rest of a first build of a
  /// small package.
  var buildFlags: [String] {
    [planningAnew].compactMap(\.self) + ["-Xswiftc", "-index-ignore-system-modules"]
  }

  func testProducts(of package: PackageRun) -> [TestProduct] {
    testProducts(ofPackage: package.name, testModules: package.testModules)
  }

  /// Whether something was built here for a configuration.
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
  /// Its name, which is the one to build it by too.
  let name: String
  /// The program, or what of it is loaded, from the folder of products.
  let file: String
  /// The file of a product that holds the tests, seen from the folder of products.
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

/// What a build that says it succeeded really made: SwiftPM leaves packages and modules out without a word.
protocol BuildProof {
  func holds(_ module: ModuleRun) -> Bool
  func holds(_ product: TestProduct) -> Bool
  /// Whether a product surely has no case of XCTest.
  func hasNoXCTest(_ product: TestProduct, of package: PackageRun) -> Bool
}
