import Base

/// Where the processes of test modules run.
protocol TestPlace: Sendable {
  /// Why there is no end of a process.
  associatedtype Trouble: Error

  /// Runs a command that tells what it does in the file `events`, if it is told one; `receive` gets what it prints.
  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(Trouble) -> TestProcessEnd
}

/// How one process of a test module ended.
struct TestProcessEnd: Sendable {
  var status: ProcessStatus
  /// What it told in its file of events.
  var events: [UInt8] = []
  /// Which files it asked for; nil: nobody saw.
  var files: ObservedFiles?
  /// Who ran it, if that was another machine.
  var worker: String?
  /// How long it ran, not how long it waited for that.
  var duration: Duration
}

/// This machine.
struct HerePlace: TestPlace {
  let supervisor: ProcessSupervisor
  let isObserved: Bool

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(ProcessError) -> TestProcessEnd {
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
  /// What lies beside the program.
  let company: [String]
  /// The variables that are this machine's alone.
  let withheld: Set<String>
  let watch: WorkerWatch

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(WorkerTrouble) -> TestProcessEnd {
    let end = try workers.run(
      WorkerProcess(
        test: test, company: company, arguments: command.arguments,
        environment: command.environment.filter { !withheld.contains($0.key) },
        events: events, timeout: timeout), watch)
    if !end.standardOutput.isEmpty { receive(.stdout, end.standardOutput) }
    if !end.standardError.isEmpty { receive(.stderr, end.standardError) }
    return TestProcessEnd(
      status: end.status, events: end.events, files: nil, worker: end.worker,
      duration: end.duration)
  }
}

/// What lies beside the programs of tests and may be wanted by them: programs, libraries, bundles of resources. Packages
/// that were built together share a folder, so each is looked through once.
final class TestCompany: Sendable {
  private let known = Guarded<[String: [String]]>([:])

  /// The names of what a module may find beside its program.
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
