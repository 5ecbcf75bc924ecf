import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Whatever tests read, and whoever changes it: none stays passed that would fail.
///
/// Usually a few steps; `AMBIT_OBSERVED_STEPS=300` takes that many, `AMBIT_OBSERVED_SEED=7` draws others.
@Suite(.serialized, .enabled(if: HostPlatform.isLinux))
struct ObservedStepsSuite {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// One of each, and comments once everything is as it was.
  private static let sample = ReadingEdit.allCases + [.comment, .comment, .comment]

  private let cache: TemporaryFolder
  private let folder: ScenarioFolder

  init() throws {
    cache = try TemporaryFolder()
    folder = try ScenarioFolder(cacheHome: cache.path)
    try folder.apply(ReadingWorkspace.files.mapValues { $0 })
    try folder.sh("ln -s target.txt shared/link; git init -q -b main; git add -A; git commit -qm one")
  }

  private func test(_ flags: String...) -> AmbitOutcome {
    AmbitRun.run(["test", "--json", "--quiet"] + flags, in: folder.root, environment: folder.environment)
  }

  private func write(_ change: (path: String, text: String?)) throws {
    let path = "\(folder.root)/\(change.path)"
    try? FileManager.default.removeItem(atPath: path)
    guard let text = change.text else { return }
    if text.hasPrefix("->") {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: String(text.dropFirst(2)))
    } else {
      try folder.apply([change.path: text])
    }
  }

  private func repair() throws {
    try folder.sh("rm -rf shared flags docs ignored")
    try folder.apply(ReadingWorkspace.files.filter { !$0.key.hasSuffix(".swift") }.mapValues { $0 })
    try folder.sh("ln -s target.txt shared/link")
  }

  /// The test modules that do not pass.
  private func failing(_ outcome: AmbitOutcome) -> Set<String> {
    Set(outcome.modules.filter { !["passed", "cached"].contains($0.value["outcome"]?.stringValue) }.keys)
  }

  @Test func nothingStaysPassedThatFails() throws {
    let isLong = Self.number("AMBIT_OBSERVED_STEPS") != nil
    let steps = Self.number("AMBIT_OBSERVED_STEPS") ?? Self.sample.count
    var random = SeededGenerator(seed: UInt64(Self.number("AMBIT_OBSERVED_SEED") ?? 1))
    let first = test("--all")
    try #require(first.exitCode == 0, "\(first.errors) \(first.output)")
    // What failed before is failing still for whoever only asks about the change.
    var before: Set<String> = []
    var gates: [String: Int] = [:]
    for number in 1...steps {
      let edit =
        (isLong
          ? ReadingEdit.allCases.randomElement(using: &random)
          : Self.sample[(number - 1) % Self.sample.count]) ?? .root
      let change = edit.change(number, &random)
      if edit == .repair { try repair() }
      try write(change)
      let isCommitted = Bool.random(using: &random)
      // Now and then only what a change reaches, else everything: the one asks the selection, the other the gates.
      let isAll = number % 3 != 0
      let found = isAll ? test("--all") : test("--base", "HEAD")
      let wanted = test("--all", "--no-cache")
      for (_, module) in found.modules { gates[module["gate"]?.stringValue ?? "run", default: 0] += 1 }
      let truth = failing(wanted)
      let missed = truth.subtracting(failing(found)).filter {
        isAll || !before.contains($0) || found.modules[$0] != nil
      }
      if isLong {
        print(
          "observed steps: \(number). \(edit) \(change.path): \(truth.sorted()), missed \(missed.sorted())")
      }
      #expect(missed.isEmpty, "step \(number), \(edit): \(change.path) is \(change.text ?? "gone")")
      #expect(failing(found).isSubset(of: truth), "step \(number), \(edit)")
      before = truth
      if isCommitted || !isAll { try folder.sh("git add -A; git commit -qm step --allow-empty") }
    }
    if isLong { print("observed steps: \(gates)") }
    #expect(gates["product", default: 0] > 0)
    #expect(gates["run", default: 0] > 0)
  }
}
