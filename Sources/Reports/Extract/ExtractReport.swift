package import Extraction
import Platform
package import Support

/// The plan of moving files into a package of their own.
package struct ExtractReport: Sendable {
  /// A file and where it goes, both seen from the workspace.
  package struct Move: Sendable, Hashable {
    package let from: RelativePath
    package let to: RelativePath

    package init(from: RelativePath, to: RelativePath) {
      self.from = from
      self.to = to
    }
  }

  package let plan: ExtractionPlan
  /// Where the package is to lie.
  package let folder: RelativePath
  package let moves: [Move]
  /// As they were typed, for a command that goes on from there.
  package let flags: [String]

  package init(plan: ExtractionPlan, folder: RelativePath, moves: [Move], flags: [String]) {
    self.plan = plan
    self.folder = folder
    self.moves = moves
    self.flags = flags
  }

  var isBlocked: Bool { !plan.obstacles.isEmpty }

  /// The same with all that has to move, as it may be typed; nil where nothing more has to.
  var nextCommand: String? {
    guard !plan.moveFirst.isEmpty else { return nil }
    let files = (plan.files + plan.moveFirst.joined()).map(\.description)
    return Command(executable: "ambit", arguments: ["extract", plan.name, "--from"] + files + flags).shellLine
  }
}
