package import Base

/// A place where the processes of test modules run.
protocol TestPlace: Sendable {
  /// The reason for which a process has no result.
  associatedtype Trouble: Error

  /// Runs a command. `events` is the file to which it writes its events, if any. `receive` gets the command's output.
  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(Trouble) -> TestProcessEnd
}

/// The end of one process of a test module.
package struct TestProcessEnd: Sendable {
  package var status: ProcessStatus
  /// The content of its file of events.
  package var events: [UInt8] = []
  /// The files that it asked for. nil when it was not observed.
  var files: ObservedFiles?
  /// The other machine that ran it. nil for this machine.
  package var worker: String?
  /// The time for which it ran, without waiting.
  package var duration: Duration
}

extension TestProcessEnd {
  /// The end of a process on another machine, whose reads nobody observed.
  package init(_ status: ProcessStatus, events: [UInt8], on worker: String, duration: Duration) {
    self.init(status: status, events: events, worker: worker, duration: duration)
  }
}

/// This machine.
struct HerePlace: TestPlace {
  let supervisor: ProcessSupervisor
  let isObserved: Bool

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(Failure) -> TestProcessEnd {
    if let events { LocalFiles.remove(events) }
    defer { if let events { LocalFiles.remove(events) } }
    let observer = isObserved ? ProcessObserver() : nil
    let start = ContinuousClock.now
    let status = try command.stream(
      timeout: timeout, supervisor: supervisor, observer: observer, onChunk: receive)
    return TestProcessEnd(
      status: status, events: events.flatMap(LocalFiles.read) ?? [], files: observer?.finish(),
      duration: .now - start)
  }
}

/// Machines elsewhere.
struct AwayPlace: TestPlace {
  let workers: any TestWorkers
  let test: BuiltTest
  /// The names of the files beside the program that the test may need.
  let company: [String]
  /// The variables that only make sense on this machine.
  let withheld: Set<String>
  let watch: WorkerWatch

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(WorkerTrouble) -> TestProcessEnd {
    try workers.run(
      WorkerProcess(
        test: test, company: company, arguments: command.arguments,
        environment: command.environment.filter { !withheld.contains($0.key) },
        events: events, timeout: timeout), watch, receive)
  }
}

/// Finds the files beside test programs that tests may need: programs, libraries, bundles of resources. Packages that
/// were built together share a folder, so each folder is read once.
final class TestCompany: Sendable {
  private let known = Guarded<[String: [String]]>([:])

  /// Returns the names of the files that a module may find beside its program.
  func names(of module: TestedModule, by commands: SwiftCommands) -> [String] {
    let package = module.package
    let folder = package.viewFolder ?? commands.productFolder(package)
    return candidates(in: folder).filter { name in
      commands.engine.isSeen(name, by: package) && !package.hidden.contains(name)
    }
  }

  private func candidates(in folder: String) -> [String] {
    known.with { known in
      if let names = known[folder] { return names }
      let names = LocalFiles.entries(in: folder).filter { Self.isCompany($0, in: folder) }.map(\.name)
      known[folder] = names
      return names
    }
  }

  private static func isCompany(_ entry: LocalFiles.Entry, in folder: String) -> Bool {
    let ending = SourceFiles.ending(of: entry.name)
    if entry.isFolder { return ending == "resources" || ending == "bundle" }
    return ending == "so" || LocalFiles.isProgram("\(folder)/\(entry.name)")
  }
}

/// Other machines that run test modules. Only their passes count. Other results may come from something that they lack,
/// so the module runs again here.
package protocol TestWorkers: Sendable {
  /// Returns the likely number of modules that may run there at a time. 0 means none.
  func open() -> Int
  /// True while more modules may be sent there.
  var isOpen: Bool { get }

  /// Returns true when a module can run without this machine. `company` names the files that it may need beside its
  /// program.
  func takes(_ test: BuiltTest, with company: [String]) -> Bool
  /// Runs a process. `receive` gets its output.
  func run(
    _ process: WorkerProcess, _ watch: WorkerWatch, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(WorkerTrouble) -> TestProcessEnd
  func notePass()
  /// Called when a module did not pass there, before it runs here.
  func noteFailure(_ report: ModuleReport)
  /// Called when such a module passed here.
  func noteDifference(_ module: ModuleID)
}

/// A process of a test module, as this machine would start it.
package struct WorkerProcess: Sendable {
  package let test: BuiltTest
  /// The names of other products that it may need beside its program.
  package let company: [String]
  package let arguments: [String]
  package let environment: [String: String]
  /// The argument that names its file of events.
  package let events: String?
  package let timeout: Duration?
}

/// The messages between a process elsewhere and the thread that waits for it.
package struct WorkerWatch: Sendable {
  /// Call this when the process waits only for a worker.
  package let noteSent: @Sendable () -> Void
  /// Call this when the process no longer waits for a worker.
  package let noteRunning: @Sendable () -> Void
  /// Returns true when nobody waits for the process any more.
  package let isUnwanted: @Sendable () -> Bool
}

/// A process elsewhere gave no result. Its tests are not to blame.
package struct WorkerTrouble: Error, Sendable {
  package init() {}
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
