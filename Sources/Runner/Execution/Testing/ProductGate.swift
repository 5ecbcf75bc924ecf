package import Base

/// Decides which test modules need not run, once they are built.
package protocol ProductGate: Sendable {
  /// Returns the report of an earlier pass that still holds. nil when there is none. It is asked about every module
  /// that could run.
  func replay(_ test: BuiltTest) -> ModuleReport?

  /// Called right after a module was run. `files` are those that its processes asked for. nil when they were not
  /// observed.
  func note(_ files: ObservedFiles?, of test: BuiltTest)

  /// Returns the files that are no input of a module that passed, for a run where they read as something else. nil when there
  /// is no such run.
  func otherFiles(of test: BuiltTest) -> OtherFiles?

  /// Called after such a run.
  func note(_ outcome: AlteredOutcome, of test: BuiltTest)

  /// Called when a module passed on another machine. That machine had no other files than those sent to it.
  func noteElsewhere(_ test: BuiltTest)
}

/// A test module that is built and could be run.
package struct BuiltTest: Sendable, Hashable {
  package let id: ModuleID
  /// The path of its program in the product folder.
  package let file: String
  /// The product folder of its package.
  package let productFolder: String
  /// The folder in which its tests see the products while they run.
  package let seenFolder: String
  package let scratchFolder: String
  package let workingFolder: String
  package let environment: [String: String]
}

extension SwiftCommands {
  /// Returns the program of a test module. nil when only SwiftPM can start it.
  func built(_ module: TestedModule) -> BuiltTest? {
    guard !settings.viaSwiftTest else { return nil }
    let folder = productFolder(module.package)
    return BuiltTest(
      id: module.id, file: module.product.file, productFolder: folder,
      seenFolder: module.package.viewFolder ?? folder,
      scratchFolder: module.package.scratchFolder, workingFolder: module.package.absoluteFolder,
      environment: settings.variables(of: [module.id], beside: environment.tests))
  }

  /// Returns the variables of a test module that only make sense on this machine. Declared variables are left out.
  func personalVariables(of module: ModuleID) -> Set<String> {
    RunEnvironment.personal.subtracting(environment.keyed.keys)
      .subtracting((settings.ownVariables[module] ?? [:]).keys)
  }
}

/// The folder in which a package's tests start, with the products that SwiftPM would make for this package alone.
///
/// A shared scratch folder also holds executables of other packages, some of older builds. A test must not find them by
/// name. Executables that its package needs, or says that it runs, stay visible.
enum ProductView {
  static func root(beside scratch: String) -> String { "\(scratch).view" }

  /// Makes the folder `view` for a package that was built in `products`.
  static func make(
    _ view: String, of package: PackageRun, in products: String, by engine: any EngineForm
  ) throws(Failure) {
    LocalFiles.removeTree(view)
    guard LocalFiles.makeFolders(view, mode: 0o755) else { throw .scratchUnwritable(view) }
    for entry in LocalFiles.entries(in: products)
    where engine.isSeen(entry.name, by: package) && !package.hidden.contains(entry.name) {
      let (original, copy) = ("\(products)/\(entry.name)", "\(view)/\(entry.name)")
      // A program finds its folder by its own path, so it must not be a symbolic link.
      let isLinked =
        entry.isFolder ? LocalFiles.linkSymbolically(copy, to: original) : LocalFiles.link(original, to: copy)
      guard isLinked else { throw .scratchUnwritable(copy) }
    }
  }
}
