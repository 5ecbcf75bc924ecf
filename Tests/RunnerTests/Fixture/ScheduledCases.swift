import Base
import Foundation
import Graph
import TestSupport

@testable import Runner

/// A test module whose cases behave as a schedule says, run after run. No process starts.
struct ScheduledCases {
  enum Behaviour: Sendable, CaseIterable {
    case pass, fail, crash, exit, hang
    /// It passes in XCTest, and gives Swift Testing an issue that belongs to no test.
    case leaveIssue
  }

  /// The behaviours of each case by its full name, one for each run. The last one stays.
  var cases: [String: [Behaviour]]
  /// The status of a process in which all cases ended and some failed, or none.
  var badEnd = ProcessStatus.exited(1)
  var goodEnd = ProcessStatus.exited(0)
  /// True when all cases of Swift Testing start before the first one ends.
  var isParallel = false

  static let module = "ShopTests"

  func report(quarantine: [QuarantineLine], retries: Int = 0, filter: String? = nil) throws -> (
    report: ModuleReport, log: CaseLog
  ) {
    let id = ModuleID(package: "P", name: Self.module)
    let package = PackageRun(
      folder: "P", absoluteFolder: "/w/P", name: "P", modules: [], tests: [id], tools: [:],
      testModules: [Self.module], closure: [id], planned: nil, extent: .whole, scratchFolder: "/w/.build",
      hidden: [])
    var settings = RunSettings(
      limits: TestLimits(retries: retries, timeout: .seconds(5)),
      filter: try filter.map { try CaseFilter($0) },
      layout: .linux)
    settings.quarantine = quarantine
    let place = ScheduledPlace(cases: self)
    var listing = TestListing(cases.keys.sorted().joined(separator: "\n"))
    if let filter = settings.filter { listing = listing.filtered(by: filter) }
    let supervisor = ProcessSupervisor()
    let runner = ModuleRunner(
      tested: TestedModule(
        id: id, package: package, product: TestProduct(name: "P", file: "P", modules: [Self.module])),
      listing: listing,
      commands: SwiftCommands(swift: "/t/swift", settings: settings, environment: .inherited([:])),
      place: place, retries: retries,
      control: RunControl(
        supervisor: supervisor, halt: Halt(failFast: false, supervisor: supervisor),
        observer: NoObserver(),
        confirmed: ConfirmedErrors()),
      compiled: CompiledProducts())
    return (runner.run().report, place.log)
  }
}

/// The runs that a schedule has seen.
final class CaseLog: Sendable {
  struct Entry: Sendable {
    let name: String
    let behaviour: ScheduledCases.Behaviour
  }

  private let state = Guarded<(entries: [Entry], runs: [String: Int], processes: Int)>(([], [:], 0))

  var entries: [Entry] { state.with { $0.entries } }
  var processes: Int { state.with { $0.processes } }

  func startProcess() { state.with { $0.processes += 1 } }

  func next(_ name: String, in cases: ScheduledCases) -> ScheduledCases.Behaviour {
    state.with { state in
      let run = state.runs[name, default: 0]
      state.runs[name] = run + 1
      let all = cases.cases[name] ?? [.pass]
      let behaviour = run < all.count ? all[run] : all.last ?? .pass
      state.entries.append(Entry(name: name, behaviour: behaviour))
      return behaviour
    }
  }
}

/// Plays the processes of both libraries, as far as their arguments choose cases.
private struct ScheduledPlace: TestPlace {
  let cases: ScheduledCases
  let log = CaseLog()

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(Never) -> TestProcessEnd {
    log.startProcess()
    let names = cases.cases.keys.sorted()
    if events == nil {
      let wanted = Set((command.arguments.first ?? "").split(separator: ",").map(String.init))
      return xctest(
        names.filter { name in
          !name.contains("(") && (wanted.contains(name) || wanted.contains(String(name.prefix { $0 != "/" })))
        }, receive)
    }
    func values(of flag: String) -> [String] {
      zip(command.arguments, command.arguments.dropFirst()).filter { $0.0 == flag }.map(\.1)
    }
    func matches(_ patterns: [String], _ name: String) -> Bool {
      patterns.contains { pattern in (try? Regex(pattern)).map { "\(name)/A.swift:1:2".contains($0) } ?? false
      }
    }
    let (filters, skips) = (values(of: "--filter"), values(of: "--skip"))
    return swiftTesting(
      names.filter { name in
        name.contains("(") && (filters.isEmpty || matches(filters, name)) && !matches(skips, name)
      })
  }

  private func end(_ status: ProcessStatus, events: [String] = []) -> TestProcessEnd {
    TestProcessEnd(
      status: status, events: Array(events.joined(separator: "\n").utf8), duration: .milliseconds(1))
  }

  private func xctest(_ names: [String], _ receive: (ProcessStream, [UInt8]) -> Void) -> TestProcessEnd {
    func say(_ text: String) { receive(.stdout, Array("\(text)\n".utf8)) }
    var hasFailed = false
    for name in names {
      let printed = name.dropFirst("\(ScheduledCases.module).".count).replacing("/", with: ".")
      say("Test Case '\(printed)' started at 2026-01-01 00:00:00.000")
      switch log.next(name, in: cases) {
      case .pass, .leaveIssue: say("Test Case '\(printed)' passed (0.1 seconds)")
      case .fail:
        hasFailed = true
        say("/w/A.swift:3: error: \(printed) : wrong")
        say("Test Case '\(printed)' failed (0.1 seconds)")
      case .crash: return end(.signalled(11))
      case .exit: return end(.exited(0))
      case .hang: return end(.timedOut)
      }
    }
    say("Test Suite 'Selected tests' passed at 2026-01-01 00:00:00.000")
    return end(hasFailed ? cases.badEnd : cases.goodEnd)
  }

  private func swiftTesting(_ names: [String]) -> TestProcessEnd {
    var events: [String] = []
    func id(_ name: String) -> String { "\(name)/A.swift:1:2" }
    func event(_ kind: String, _ name: String?) {
      let test = name.map { ", \"testID\": \"\(id($0))\"" } ?? ""
      let issue =
        kind == "issueRecorded"
        ? ", \"issue\": {\"isKnown\": false}, \"messages\": [{\"text\": \"wrong\"}]" : ""
      events.append(#"{"kind": "event", "payload": {"kind": "\#(kind)"\#(test)\#(issue)}}"#)
    }
    guard !names.isEmpty else {
      event("runEnded", nil)
      return end(SwiftCommands.nothingToTest, events: events)
    }
    for name in names {
      events.append(
        #"{"kind": "test", "payload": {"kind": "function", "id": "\#(id(name))", "#
          + #""sourceLocation": {"fileID": "ShopTests/A.swift"}}}"#)
    }
    var hasFailed = false
    if cases.isParallel { for name in names { event("testStarted", name) } }
    for name in names {
      if !cases.isParallel { event("testStarted", name) }
      switch log.next(name, in: cases) {
      case .pass: break
      case .leaveIssue:
        event("issueRecorded", nil)
        hasFailed = true
      case .fail:
        event("issueRecorded", name)
        hasFailed = true
      case .crash: return end(.signalled(11), events: events)
      case .exit: return end(.exited(0), events: events)
      case .hang: return end(.timedOut, events: events)
      }
      event("testEnded", name)
    }
    event("runEnded", nil)
    return end(hasFailed ? cases.badEnd : cases.goodEnd, events: events)
  }
}
