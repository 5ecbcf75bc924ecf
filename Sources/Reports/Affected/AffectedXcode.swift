package import Base
import Graph
package import Xcode

/// The affected bundles among those that a scheme and plan run: a call of `xcodebuild test` has to run these.
package struct AffectedXcode: Sendable {
  private let entries: [(entry: TestCatalog.Entry, bundles: [ModuleID])]

  /// `skipped` holds the names of bundles that the call itself leaves out.
  package init(_ entries: [TestCatalog.Entry], affected: Set<ModuleID>, skipped: Set<String>) {
    self.entries = entries.map { entry in
      // A list of bundles would leave out the unknown ones. Without a list the whole entry runs.
      guard !entry.mayHaveMore else { return (entry, []) }
      var seen: Set<ModuleID> = []
      return (
        entry,
        entry.bundles.filter {
          affected.contains($0) && !skipped.contains($0.name) && seen.insert($0).inserted
        }
      )
    }
  }

  package var isEmpty: Bool { toRun.isEmpty }

  /// A scheme that may have further, unknown bundles has to run.
  private var toRun: [(entry: TestCatalog.Entry, bundles: [ModuleID])] {
    entries.filter { !$0.bundles.isEmpty || $0.entry.mayHaveMore }
  }

  private var bundles: [ModuleID] {
    var seen: Set<ModuleID> = []
    return entries.flatMap(\.bundles).filter { seen.insert($0).inserted }
  }

  /// The arguments on one line, each quoted for a shell.
  package var arguments: String {
    bundles.map { "-only-testing:\($0.name)".shellQuoted }.joined(separator: " ") + "\n"
  }

  /// The names of the bundles, one a line.
  package var names: String { bundles.map { "\($0.name)\n" }.joined() }

  /// The schemes with something to run, one a line.
  package var schemes: String {
    var seen: Set<String> = []
    return toRun.map(\.entry.scheme.name).filter { seen.insert($0).inserted }.map { "\($0)\n" }.joined()
  }

  /// The entries with something to run, as JSON for a matrix of jobs.
  package var matrix: String {
    let jobs = toRun.map { entry, bundles -> JSON in
      [
        "scheme": entry.scheme.name,
        "project": entry.scheme.container.isRoot ? "." : entry.scheme.container.description,
        "plan": entry.plan?.name, "bundles": bundles.map(\.name),
      ]
    }
    return jobs.compactJSON + "\n"
  }

  /// A copy of a plan with only the affected bundles.
  package func plan(_ bytes: [UInt8], _ plan: XcodeTestPlan) -> [UInt8] {
    let kept = Set(bundles)
    return plan.filtered(bytes) { entry in
      kept.contains(ModuleID(package: entry.target.container, name: entry.target.name))
    }
  }
}
