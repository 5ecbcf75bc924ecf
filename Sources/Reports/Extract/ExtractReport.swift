package import Extraction
import Platform
package import Scaffold
package import Support

/// What `ambit extract` found, and what became of it.
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

  package enum Outcome: Sendable, Hashable {
    /// Nothing was asked for but what it comes to.
    case planned
    /// It is in the working tree, and compiles; `rounds` builds were needed.
    case made(rounds: Int)
    /// Something stands in the way, so nothing was begun.
    case refused
    /// It did not compile, and all is as before; what was tried is in the file.
    case takenBack(patch: String, errors: [String])

    package var isSuccess: Bool {
      switch self {
      case .planned, .made: true
      case .refused, .takenBack: false
      }
    }
  }

  package let plan: ExtractionPlan
  /// Where the package is to lie.
  package let folder: RelativePath
  package let moves: [Move]
  /// nil where no package can be made, and why.
  package let package: ScaffoldPlan?
  package let refusal: String?
  /// As they were typed, for a command that goes on from there.
  package let flags: [String]
  package var outcome = Outcome.planned
  /// Files that were changed beside those that moved.
  package var edited: [RelativePath] = []
  /// What is left to be done by hand.
  package var todo: [String] = []

  package init(
    plan: ExtractionPlan, folder: RelativePath, moves: [Move], package: ScaffoldPlan?, refusal: String?,
    flags: [String]
  ) {
    self.plan = plan
    self.folder = folder
    self.moves = moves
    self.package = package
    self.refusal = refusal
    self.flags = flags
  }

  package var isBlocked: Bool { !plan.obstacles.isEmpty || refusal != nil }
}

extension ExtractReport {
  var notes: [String] { plan.notes + (package?.notes ?? []) + todo }

  /// As they may be typed.
  var nextCommands: [(command: String, meaning: String)] {
    let files = (plan.files + plan.moveFirst.joined()).map(\.description)
    let command = Command(
      executable: "ambit", arguments: ["extract", plan.name, "--from"] + files + flags
    ).shellLine
    switch outcome {
    case .made:
      return [
        ("ambit test", "run the tests that it reaches"), ("ambit lint", "hold it against the rules"),
        ("git diff HEAD", "look at all of it"),
      ]
    case .takenBack: return []
    case .planned, .refused:
      if !plan.moveFirst.isEmpty { return [(command, "with all that has to move")] }
      return isBlocked ? [] : [("\(command) --write", "do it")]
    }
  }
}
