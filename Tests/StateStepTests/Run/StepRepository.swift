import ProgramSupport
import TestSupport

/// A plan's commits in a real repository, made at one go by `git fast-import`.
struct StepRepository: Sendable {
  /// The commit ids by index.
  let ids: [String]
  private let folder: ScenarioFolder

  init(_ plan: StepPlan, in folder: ScenarioFolder) throws {
    self.folder = folder
    try folder.apply(["import": Self.stream(plan.commits)])
    try folder.sh(
      """
      git init -q --bare -b main origin
      git -C origin fast-import --quiet --export-marks=../marks <import
      """)
    ids = try folder.sh("sort -t: -k2n marks | cut -d' ' -f2").split(separator: "\n").map {
      String($0)
    }
  }

  /// What fast-import reads. Every commit is a branch, so that a clone has it.
  private static func stream(_ commits: [StepPlan.Commit]) -> String {
    var text = ""
    for (index, commit) in commits.enumerated() {
      text += "commit refs/heads/\(index == 0 ? "main" : "step\(index)")\nmark :\(index + 1)\n"
      text += "committer Test <test@example.com> \(1_700_000_000 + index) +0000\ndata 0\n"
      for (place, parent) in commit.parents.enumerated() {
        text += "\(place == 0 ? "from" : "merge") :\(parent + 1)\n"
      }
      text += "deleteall\n"
      for (path, contents) in commit.workspace.files.sorted(by: { $0.key < $1.key }) {
        text += "M 100644 inline \(path)\ndata \(contents.utf8.count)\n\(contents)\n"
      }
    }
    return text
  }

  /// A fresh clone of a commit at `side/work`; what was there before goes.
  func clone(_ commit: Int, to side: String) throws {
    try folder.sh(
      """
      mkdir -p \(side)
      cd \(side)
      rm -rf before work-*
      if [ -e work ]; then mv work before; fi
      git clone -q -n ../origin work
      git -C work checkout -q --detach \(ids[commit])
      """)
  }

  /// The same folder as before, brought to a commit. Edits that make another one there are committed first.
  func checkOut(_ commit: Int, after before: Int, in side: String) throws {
    try folder.sh(
      """
      cd \(side)
      rm -f work-*
      git -C work reset -q --mixed \(ids[before])
      git -C work checkout -q --detach \(ids[commit])
      """)
  }

  /// Gives the clone the files of another commit, as an editor would.
  func edit(to commit: Int, in side: String) throws {
    try folder.sh("git -C \(side)/work restore --source=\(ids[commit]) --worktree -- .")
  }

  func setTimes(_ place: StepPlan.Place, in side: String) throws {
    let files = "find . -name .git -prune -o -name .build -prune -o -type f"
    switch place {
    case .clone, .edited, .kept: return
    case .oldClone: try folder.sh("cd \(side)/work; \(files) -exec touch -d 2001-01-01T00:00:00 {} +")
    case .timedClone:
      try folder.sh(
        """
        if [ ! -e \(side)/before ]; then exit; fi
        cd \(side)/before
        \(files) -exec sh -c 'for f; do if [ -e "../work/$f" ]; then touch -r "$f" "../work/$f"; fi; done' - {} +
        """)
    }
  }
}
