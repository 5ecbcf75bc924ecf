package import Base

/// Says which test modules need not run, once they are built.
package protocol ProductGate: Sendable {
  /// What stands for running a module; nil when nothing does. Told of every module that could be run.
  func replay(_ test: BuiltTest) -> ModuleReport?

  /// Told of every module right after it was run which files its processes asked for; nil: nobody saw.
  func note(_ files: ObservedFiles?, of test: BuiltTest)

  /// Told of every module that passed on another machine, which had nothing else of this one than what it was sent.
  func noteElsewhere(_ test: BuiltTest)
}

/// A test module that is built and could be run.
package struct BuiltTest: Sendable, Hashable {
  package let id: ModuleID
  /// What its product is called.
  package let file: String
  /// Where its package's products lie.
  package let productFolder: String
  /// Where its tests see them, for as long as they run.
  package let seenFolder: String
  package let scratchFolder: String
  package let workingFolder: String
  package let environment: [String: String]
}

extension SwiftCommands {
  /// What a test module is run from; nil when SwiftPM is left to know that.
  func built(_ module: TestedModule) -> BuiltTest? {
    guard !settings.viaSwiftTest else { return nil }
    let folder = productFolder(module.package)
    return BuiltTest(
      id: module.id, file: module.product.file, productFolder: folder,
      seenFolder: module.package.viewFolder ?? folder,
      scratchFolder: module.package.scratchFolder, workingFolder: module.package.absoluteFolder,
      environment: settings.variables(of: [module.id], beside: environment.tests))
  }

  /// The variables of a test module that say something about this machine alone, unless they are declared.
  func personalVariables(of module: ModuleID) -> Set<String> {
    RunEnvironment.personal.subtracting(environment.keyed.keys)
      .subtracting((settings.ownVariables[module] ?? [:]).keys)
  }
}

/// What a package's tests find beside themselves: what SwiftPM would have made for this package as its sole root. In a
/// scratch folder that several packages share there are executables of others as well, of this build or an older one;
/// a test that looks for one by its name shall not find it, unless its package needs it or says that it runs it.
enum ProductView {
  static func root(beside scratch: String) -> String { "\(scratch).view" }

  /// Makes the folder `view` for a package that was built in `products`.
  static func make(
    _ view: String, of package: PackageRun, in products: String, by engine: any EngineForm
  ) throws(RunError) {
    LocalFiles.removeTree(view)
    guard LocalFiles.makeFolders(view, mode: 0o755) else { throw .unwritable(view) }
    for entry in LocalFiles.entries(in: products)
    where engine.isSeen(entry.name, by: package) && !package.hidden.contains(entry.name) {
      let (original, copy) = ("\(products)/\(entry.name)", "\(view)/\(entry.name)")
      // A program tells by its own path where it is, so it must not be a symbolic link.
      let isLinked =
        entry.isFolder ? LocalFiles.linkSymbolically(copy, to: original) : LocalFiles.link(original, to: copy)
      guard isLinked else { throw .unwritable(copy) }
    }
  }
}
