import Base
import Graph

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
