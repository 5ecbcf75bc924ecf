import Base
import Foundation
import ProgramSupport
import TestSupport

/// All that one run of all tests shows of what was compiled.
struct StepOutcome: Sendable, Hashable {
  /// A line for the run, each module, each failed case, and each test's values.
  private(set) var lines: [String]
  let hasPassed: Bool
  let hasBuilt: Built
  /// Where the build began: `fresh`, `warm` or `restored`.
  let state: String
  let compiled: Int
  /// What the run warned of.
  let warnings: [String]

  /// Of the packages.
  enum Built: Sendable, Hashable {
    case nothing, something, everything
  }

  init(_ outcome: AmbitOutcome, in folder: String) throws {
    guard let json = outcome.json, let run = json["outcome"]?.stringValue else {
      throw StepFailure(description: "no report, exit code \(outcome.exitCode): \(outcome.errors)")
    }
    hasPassed = run == "passed"
    let packages = (json["packages"]?.arrayValue ?? []).map { $0["outcome"]?.stringValue == "built" }
    hasBuilt = packages.allSatisfy { $0 } ? .everything : packages.contains(true) ? .something : .nothing
    state = json["build"]?["state"]?.stringValue ?? "none"
    compiled = json["build"]?["compiled"]?.intValue ?? 0
    warnings = (json["warnings"]?.arrayValue ?? []).compactMap { $0["message"]?.stringValue }
    lines = ["run \(run), exit code \(outcome.exitCode)"]
    for (id, module) in outcome.modules.sorted(by: { $0.key < $1.key }) {
      lines.append("\(id) \(module["outcome"]?.stringValue ?? "?") \(Self.counts(module["cases"]))")
      lines += (module["failures"]?.arrayValue ?? []).map { "  \(Self.failure($0, in: folder))" }
    }
    for name in ["App", "Numbers", "Words"] {
      let values = FileManager.default.contents(atPath: "\(folder)-\(name)")
      lines.append("\(name): \(values.map { String(decoding: $0, as: UTF8.self) } ?? "did not run")")
    }
  }

  /// What is different, in lines; nil when nothing is.
  func difference(from cold: StepOutcome) -> String? {
    guard lines != cold.lines else { return nil }
    let here = lines.filter { !cold.lines.contains($0) }.map { "restored: \($0)" }
    let there = cold.lines.filter { !lines.contains($0) }.map { "cold:     \($0)" }
    return (here + there).joined(separator: "\n")
  }

  private static func counts(_ cases: JSONNode?) -> String {
    ["passed", "failed", "skipped"].map { "\($0) \(cases?[$0]?.intValue ?? -1)" }.joined(separator: " ")
  }

  private static func failure(_ node: JSONNode, in folder: String) -> String {
    let words = ["case", "file", "message"].map { node[$0]?.stringValue ?? "?" }
    return words.joined(separator: " ").replacing(folder, with: "")
  }
}

struct StepFailure: Error, CustomStringConvertible {
  let description: String
}
