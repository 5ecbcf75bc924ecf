import Base
import Graph

/// Runs the test modules of built packages: several at a time, the longest first. Modules that must run alone follow
/// one by one.
struct TestPhase: Sendable {
  let plan: RunPlan
  let gate: (any ProductGate)?
  let workers: (any TestWorkers)?
  let control: RunControl
  let compiled = CompiledProducts()

  var commands: SwiftCommands { plan.swift }
  var halt: Halt { control.halt }

  /// A test module that can be run.
  struct Item: Sendable {
    let module: TestedModule
    let listing: TestListing
  }

  /// A product from which a package's tests start.
  private struct Source: Sendable {
    let package: PackageRun
    let product: TestProduct
    /// False for a product whose test modules have no sources.
    let isThere: Bool
    let hasNoXCTest: Bool
    /// The modules to run.
    var modules: [TestedModule]
    /// The reports of modules that need not run.
    var replays: [ModuleReport] = []
  }

  func run(_ built: [BuiltPackage]) throws(Failure) -> [ModuleReport] {
    let tested = built.filter { !$0.package.tests.isEmpty }
    let (untried, ready) = withTools(tested.filter(\.canTest), built)
    var reports = untried + tested.filter { !$0.canTest }.flatMap(unbuilt)
    defer { removeViews(built) }
    try makeViews(ready)
    let sources = concurrentMap(ready.flatMap(sources), jobs: plan.settings.jobs) { replaying($0) }
    reports += sources.flatMap(\.replays)
    let listed = try concurrentMap(sources.filter { !$0.modules.isEmpty }, jobs: plan.settings.jobs) {
      source throws(Failure) in (source, try list(source))
    }
    var items: [Item] = []
    for (source, result) in listed {
      let modules = source.modules
      switch result {
      case .listing(let listing): items += modules.map { Item(module: $0, listing: listing) }
      case .failed(let message): reports += unlisted(source, message)
      case .stopped: reports += modules.map { ModuleReport(id: $0.id, outcome: .skipped) }
      }
    }
    let isExclusive = { (item: Item) in plan.settings.limits(of: item.module.id).isExclusive ?? false }
    reports += try runShared(inOrder(items.filter { !isExclusive($0) }))
    for item in inOrder(items.filter(isExclusive)) { reports.append(try runHere(item)) }
    discardLiars(reports, built)
    return reports
  }

  /// Puts modules that failed before first, then the longest ones. A module without a known time may be the longest.
  private func inOrder(_ items: [Item]) -> [Item] {
    let seconds = items.map { plan.expectedSeconds[$0.module.id] ?? .infinity }
    let isLate = items.map { plan.failedBefore.contains($0.module.id) ? 0 : 1 }
    return items.indices.sorted { (isLate[$0], seconds[$1], $0) < (isLate[$1], seconds[$0], $1) }.map {
      items[$0]
    }
  }
}

// MARK: What tests run

extension TestPhase {
  /// Removes test modules that run a program which was not built. An older program would run instead.
  private func withTools(
    _ tested: [BuiltPackage], _ all: [BuiltPackage]
  ) -> (reports: [ModuleReport], ready: [BuiltPackage]) {
    let unjudged = plan.unjudged.map { PackageReport(folder: $0.folder, withoutVerdict: $0.reason) }
    let packages = Dictionary((all.map(\.report) + unjudged).map { ($0.folder, $0) }) { first, _ in first }
    var reports: [ModuleReport] = []
    var ready: [BuiltPackage] = []
    for var built in tested {
      for test in built.package.tests {
        let tools = (built.package.tools[test] ?? []).sorted()
        guard let missing = tools.first(where: { packages[$0.package]?.outcome != .built }) else {
          continue
        }
        built.package.tests.removeAll { $0 == test }
        reports.append(report(test, without: missing, packages[missing.package]))
      }
      if !built.package.tests.isEmpty { ready.append(built) }
    }
    return (reports, ready)
  }

  private func makeViews(_ ready: [BuiltPackage]) throws(Failure) {
    for package in ready.map(\.package) {
      guard let view = package.viewFolder else { continue }
      try ProductView.make(view, of: package, in: commands.productFolder(package), by: commands.engine)
    }
  }

  private func removeViews(_ built: [BuiltPackage]) {
    for scratch in Set(built.map(\.package.scratchFolder)) {
      LocalFiles.removeTree(ProductView.root(beside: scratch))
    }
  }

  private func report(
    _ test: ModuleID, without tool: ModuleID, _ package: PackageReport?
  ) -> ModuleReport {
    let report: ModuleReport
    switch package?.outcome {
    case .buildFailed:
      let failure = CaseFailure(
        testCase: tool.description, message: "it runs \(tool), whose package does not build")
      report = ModuleReport(id: test, outcome: .buildFailed, failures: [failure])
    case .noVerdict:
      let reason = package?.noVerdict
      let message =
        "it runs \(tool), whose package could not be built: \(reason?.message ?? "the reason is unknown")"
      report = ModuleReport(
        id: test, withoutVerdict: Failure(code: reason?.code ?? "not-built", message: message))
    case .built, .skipped, nil: return ModuleReport(id: test, outcome: .skipped)
    }
    control.observer.handle(.moduleFinished(report))
    return report
  }
}

// MARK: Cases that did not run

extension TestPhase {
  /// Deletes the scratch folders of compiled cases that did not run. The next run builds from nothing.
  private func discardLiars(_ reports: [ModuleReport], _ built: [BuiltPackage]) {
    let packages = Set(reports.filter { $0.code == .noTestsRan }.map(\.id.package))
    let folders = Set(built.filter { packages.contains($0.package.folder) }.map(\.package.scratchFolder))
    for folder in folders { LocalFiles.removeTree(folder) }
  }
}

// MARK: Listing

extension TestPhase {
  private enum ListResult: Sendable {
    case listing(TestListing)
    /// The text is the reason.
    case failed(String)
    case stopped
  }

  private func sources(of built: BuiltPackage) -> [Source] {
    commands.testProducts(of: built.package).map { product in
      Source(
        package: built.package, product: product,
        isThere: plan.settings.viaSwiftTest || built.products.contains(product.name),
        hasNoXCTest: built.withoutXCTest.contains(product.name), modules: product.tests(of: built.package))
    }
  }

  /// Returns no gate for a module that must not be observed. Its other inputs are unknown.
  func gate(of module: TestedModule) -> (any ProductGate)? {
    plan.settings.limits(of: module.id).isObserved ?? true ? gate : nil
  }

  /// Removes the modules that need not run. Their cases need no list.
  private func replaying(_ source: Source) -> Source {
    guard source.isThere, !halt.isOn else { return source }
    var source = source
    source.modules.removeAll { module in
      guard let gate = gate(of: module), let report = commands.built(module).flatMap(gate.replay) else {
        return false
      }
      source.replays.append(report)
      control.observer.handle(.moduleFinished(report))
      return true
    }
    return source
  }

  private func list(_ source: Source) throws(Failure) -> ListResult {
    guard !halt.isOn else { return .stopped }
    guard source.isThere else { return .listing(TestListing("")) }
    // Swift Testing lists the cases of such a product when it runs. A product with cases of XCTest is asked first, so
    // that no empty run of Swift Testing is added.
    let isWhole = commands.isOneModule(source.product)
    if source.hasNoXCTest, isWhole { return .listing(.wholeProduct) }
    var texts: [String] = []
    for command in commands.lists(source.package, source.product) {
      let output: ProcessOutput
      do throws(Failure) {
        output = try command.run(timeout: timeout(of: source), supervisor: control.supervisor)
      } catch {
        guard error.isStop else { throw error.inRun }
        return .stopped
      }
      // Swift Testing finds no test. The product may still have printed lines of its own while it was loaded.
      let isEmpty =
        output.status == SwiftCommands.nothingToTest && (output.stdout.isEmpty || !texts.isEmpty)
      // With a shortened list, missing cases would not be noticed.
      guard output.status.isSuccess || isEmpty, output.omittedBytes == 0 else {
        if texts.isEmpty, mayBeOwnProgram(source) { return .listing(.ownProgram) }
        return .failed("its tests could not be listed (\(output.status)):\n\(output.stderrText)")
      }
      texts.append(isEmpty ? "" : output.stdoutText)
      if isWhole, texts.count == 1, TestListing(xctest: texts[0]) == .wholeProduct {
        return .listing(.wholeProduct)
      }
    }
    guard let listing = listing(from: texts) else {
      if mayBeOwnProgram(source) { return .listing(.ownProgram) }
      return .failed("its tests could not be listed: XCTest printed no list")
    }
    return .listing(commands.settings.filter.map { listing.filtered(by: $0) } ?? listing)
  }

  /// The longest time that one of the modules may take. nil when one of them has no limit.
  private func timeout(of source: Source) -> Duration? {
    let timeouts = source.modules.map { plan.settings.limits(of: $0.id).timeout }
    return timeouts.contains(nil) ? nil : timeouts.compactMap(\.self).max()
  }

  /// True when a product that lists no cases may have its package's own main program. `swift test` would run it as a
  /// whole.
  private func mayBeOwnProgram(_ source: Source) -> Bool {
    source.package.hasTestEntryPoint && commands.settings.filter == nil && !commands.settings.viaSwiftTest
  }

  private func listing(from texts: [String]) -> TestListing? {
    texts.count == 2
      ? TestListing(xctest: texts[0], swiftTesting: texts[1]) : texts.first.map { TestListing($0) }
  }
}

// MARK: What was not run

extension TestPhase {
  private func unbuilt(_ built: BuiltPackage) -> [ModuleReport] {
    if let reason = built.report.noVerdict {
      return told(built.package.tests.map { ModuleReport(id: $0, withoutVerdict: reason) })
    }
    guard built.report.outcome == .buildFailed else {
      return built.package.tests.map { ModuleReport(id: $0, outcome: .skipped) }
    }
    let failures = built.culprits.map { error in
      CaseFailure(
        testCase: error.module?.description ?? built.package.name, message: error.message, file: error.file,
        line: error.line, column: error.column)
    }
    return finished(built.package.tests, .buildFailed, failures)
  }

  /// Reports a product that cannot list its tests, for example because it crashes when it is loaded.
  private func unlisted(_ source: Source, _ message: String) -> [ModuleReport] {
    halt.noteFailure()
    let failure = CaseFailure(testCase: source.package.name, message: message)
    return finished(source.modules.map(\.id), .crashed, [failure])
  }

  private func finished(
    _ tests: [ModuleID], _ outcome: ModuleReport.Outcome, _ failures: [CaseFailure]
  ) -> [ModuleReport] {
    told(tests.map { ModuleReport(id: $0, outcome: outcome, failures: failures) })
  }

  private func told(_ reports: [ModuleReport]) -> [ModuleReport] {
    for report in reports { control.observer.handle(.moduleFinished(report)) }
    return reports
  }
}

extension TestPhase {
  /// Runs modules, several at a time. Some may also run elsewhere.
  func runShared(_ items: [Item]) throws(Failure) -> [ModuleReport] {
    let jobs = plan.settings.jobs
    // Coverage files of another machine would stay there.
    guard plan.settings.execution != .local, !plan.settings.build.measuresCoverage, let workers else {
      return try concurrentMap(items, jobs: jobs) { item throws(Failure) in try runHere(item) }
    }
    let company = TestCompany()
    let queue = TestQueue(
      items, mayLeave: { mayLeave($0, workers, company) },
      here: plan.settings.execution == .auto ? .everything(slots: jobs) : .nothing)
    let away = queue.leaving > 0 ? min(workers.open(), queue.leaving) : 0
    if away == 0 { queue.keepHere() }
    // The slots here come first. With few threads, no module then waits for a thread that could run it.
    let seats = Array(repeating: Seat.here, count: jobs) + Array(repeating: Seat.away, count: away)
    return try concurrentMap(seats, jobs: seats.count) { seat throws(Failure) in
      switch seat {
      case .here: try serveHere(queue, workers)
      case .away: serveAway(queue, workers, company)
      }
    }.flatMap { $0 }
  }

  private enum Seat {
    case here, away
  }

  func runHere(_ item: Item) throws(Failure) -> ModuleReport {
    let report = halt.isOn ? skipped(item) : try runNow(item)
    if !report.isSuccess { halt.noteFailure() }
    control.observer.handle(.moduleFinished(report))
    return report
  }

  private func runNow(_ item: Item) throws(Failure) -> ModuleReport {
    let gate = gate(of: item.module)
    let runner = ModuleRunner(
      tested: item.module, listing: item.listing, commands: commands,
      place: HerePlace(supervisor: control.supervisor, isObserved: gate != nil),
      retries: plan.settings.limits(of: item.module.id).retries ?? 0, control: control, compiled: compiled)
    do throws(Failure) {
      let (report, files) = try runner.run()
      if let test = commands.built(item.module) {
        if let reason = gate?.note(files, of: test) {
          return ModuleReport(id: item.module.id, withoutVerdict: reason)
        }
        runAltered(item, test, after: report)
      }
      return report
    } catch {
      // The run was stopped during this module, so it has no verdict. Earlier modules keep theirs.
      guard error.isStop else { throw error.inRun }
      return skipped(item)
    }
  }

  /// Runs a module that passed once more where other files are altered, if an audit wants that. Coverage would be
  /// counted twice.
  private func runAltered(_ item: Item, _ test: BuiltTest, after report: ModuleReport) {
    guard report.outcome == .passed, !plan.settings.build.measuresCoverage, let gate = self.gate,
      let files = gate.otherFiles(of: test)
    else { return }
    let run = AlteredRun(
      item: item, test: test, files: files, expected: report, commands: commands, control: control,
      compiled: compiled)
    // A run that is stopped meanwhile keeps the verdict.
    do throws(Failure) { gate.note(try run.outcome(), of: test) } catch {
      gate.note(.unaltered, of: test)
    }
  }

  private func skipped(_ item: Item) -> ModuleReport { ModuleReport(id: item.module.id, outcome: .skipped) }
}

// MARK: Elsewhere

extension TestPhase {
  /// Returns true when a module may run elsewhere. It must not need SwiftPM or this machine.
  private func mayLeave(_ item: Item, _ workers: any TestWorkers, _ company: TestCompany) -> Bool {
    guard let test = commands.built(item.module) else { return false }
    return workers.takes(test, with: company.names(of: item.module, by: commands))
  }

  private func serveHere(
    _ queue: TestQueue<Item>, _ workers: any TestWorkers
  ) throws(Failure) -> [ModuleReport] {
    var reports: [ModuleReport] = []
    while let entry = queue.takeHere() {
      let report: ModuleReport
      do throws(Failure) {
        report = try runHere(entry.item)
      } catch {
        halt.abandon()
        throw error
      }
      if report.outcome == .passed, entry.hasFailedAway { workers.noteDifference(report.id) }
      reports.append(report)
    }
    return reports
  }

  private func serveAway(
    _ queue: TestQueue<Item>, _ workers: any TestWorkers, _ company: TestCompany
  ) -> [ModuleReport] {
    var reports: [ModuleReport] = []
    while workers.isOpen, !halt.isOn, let entry = queue.takeAway() {
      if let report = runAway(entry, queue, workers, company) {
        reports.append(report)
        control.observer.handle(.moduleFinished(report))
      }
    }
    queue.keepHere()
    return reports
  }

  /// Returns nil when the module has to run here.
  private func runAway(
    _ entry: TestQueue<Item>.Entry, _ queue: TestQueue<Item>, _ workers: any TestWorkers,
    _ company: TestCompany
  ) -> ModuleReport? {
    let module = entry.item.module
    guard let test = commands.built(module) else {
      queue.giveBack(entry, hasFailed: false)
      return nil
    }
    let held = HeldEvents(control.observer)
    let watch = WorkerWatch(
      noteSent: { queue.noteSent(entry) }, noteRunning: { queue.noteRunning(entry) },
      isUnwanted: { queue.isRecalled(entry) || halt.isOn })
    let runner = ModuleRunner(
      tested: module, listing: entry.item.listing, commands: commands,
      place: AwayPlace(
        workers: workers, test: test, company: company.names(of: module, by: commands),
        withheld: commands.personalVariables(of: module.id), watch: watch),
      retries: 0,
      control: RunControl(
        supervisor: control.supervisor, halt: halt, observer: held,
        confirmed: control.confirmed), compiled: compiled)
    do throws(WorkerTrouble) {
      let (report, _) = try runner.run()
      guard report.failedInQuarantine.isEmpty else {
        // It may have failed for something that the worker lacks.
        queue.giveBack(entry, hasFailed: false)
        return nil
      }
      guard report.outcome == .passed else {
        workers.noteFailure(report)
        queue.giveBack(entry, hasFailed: true)
        return nil
      }
      queue.finish(entry)
      held.release()
      workers.notePass()
      gate(of: module)?.noteElsewhere(test)
      return report
    } catch {
      queue.giveBack(entry, hasFailed: false)
      return nil
    }
  }
}

/// Holds back the output of a process elsewhere until its result counts. A module that runs here after all prints it
/// again.
private final class HeldEvents: RunObserver {
  private let observer: any RunObserver
  private let events = Guarded<[RunEvent]>([])

  init(_ observer: any RunObserver) {
    self.observer = observer
  }

  func handle(_ event: RunEvent) {
    if case .testOutput = event { events.with { $0.append(event) } } else { observer.handle(event) }
  }

  func release() {
    for event in events.with({ $0 }) { observer.handle(event) }
  }
}
