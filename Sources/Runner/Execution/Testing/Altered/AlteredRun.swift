import Base
import Graph

/// Runs a module that passed once more where files that are no input of it read as something else.
struct AlteredRun {
  let item: TestPhase.Item
  let test: BuiltTest
  let files: OtherFiles
  /// The report of the run with all files as they are.
  let expected: ModuleReport
  let commands: SwiftCommands
  let control: RunControl
  let compiled: CompiledProducts

  func outcome() throws(ProcessError) -> AlteredOutcome {
    try AlteredOutcome(of: files.others, isSame: isSame)
  }

  /// Returns true when the same cases pass. nil when the files could not be altered.
  private func isSame(altering altered: ArraySlice<RelativePath>) throws(ProcessError) -> Bool? {
    guard
      let tree = AlteredTree(
        of: files, altering: Set(altered), in: "\(test.scratchFolder).altered/\(test.id.name)",
        outputs: LocalFiles.folder(of: test.scratchFolder))
    else { return nil }
    let place = AlteredPlace(here: HerePlace(supervisor: control.supervisor, isObserved: false), tree: tree)
    let silent = RunControl(
      supervisor: control.supervisor, halt: control.halt, observer: NoObserver(), confirmed: control.confirmed
    )
    let runner = ModuleRunner(
      tested: item.module, listing: item.listing, commands: commands, place: place, retries: 0,
      control: silent,
      compiled: compiled)
    let report = try runner.run().report
    let aside = Set((report.quarantined + expected.quarantined).map(\.name))
    func outcomes(_ report: ModuleReport) -> [String] {
      report.caseReports.filter { !aside.contains($0.name) }.map { "\($0.outcome.rawValue) \($0.name)" }
    }
    return report.outcome == expected.outcome && outcomes(report) == outcomes(expected)
  }
}

/// This machine, with another tree at the workspace's path.
private struct AlteredPlace: TestPlace {
  let here: HerePlace
  let tree: AlteredTree

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(ProcessError) -> TestProcessEnd {
    try here.run(tree.command(command), events: events, timeout: timeout, receive)
  }
}
