import Base
import GitBridge
import Runner
import Session

/// Checks tasks before anything starts, so that no run deletes files that are not its own.
struct TaskChecks {
  let context: TaskContext
  let ledger: TaskLedger
  /// The files that Git knows in the working tree.
  let tree: WorkingTree

  /// Returns the tasks whose outputs exist and are not ignored by Git.
  func check(_ order: [Int]) throws(Failure) -> Set<String> {
    var unignored: Set<String> = []
    try TaskInstance.refuseConflicts(among: context.instances.all)
    for position in order {
      let instance = context.instances.all[position]
      try refuseMissingProgram(instance)
      for output in instance.outputs where try refuseForeignFiles(instance, output) {
        unignored.insert(instance.id.task)
      }
    }
    return unignored
  }

  /// Checks only programs in PATH: an earlier task may make a program of the workspace.
  private func refuseMissingProgram(_ instance: TaskInstance) throws(Failure) {
    guard let word = instance.words.first, !word.contains("/"), context.program(of: instance) == nil else {
      return
    }
    let path = context.environment(of: instance)["PATH"] ?? ""
    throw Failure(
      code: "missing-program",
      message:
        "the task \"\(instance.id.task)\" runs \"\(Text.escapingControls(word))\", but there is no such program",
      hints: [
        "tasks look for programs in \(path); to use your own PATH, set \"env\": [\"PATH\"]",
        "name a file of the workspace as \"//scripts/\(Text.escapingControls(word))\"",
      ])
  }

  /// Returns true when Git sees outputs of the instance. Throws if a matching file is not the instance's own.
  private func refuseForeignFiles(_ instance: TaskInstance, _ output: PlacedPattern) throws(Failure) -> Bool {
    let folder = context.location.folderInRepository
    let start = folder.appending(output.start)
    let isMeant = { (path: RelativePath) in
      path.relative(to: folder).map(output.covers) ?? false
    }
    let tracked = tree.tracked(below: start)
    if let file = tracked.first(where: isMeant) {
      throw Failure(
        code: "tracked-output",
        message:
          "the output \"\(output)\" of \(instance.id) would replace \"\(file)\", which Git tracks",
        hints: ["narrow the output, or remove the file from Git: git rm --cached and .gitignore"])
    }
    let entry = ledger[instance.id]
    let untracked = try tree.files(below: start).map(\.path).filter(isMeant)
    let foreign = untracked.first { path in
      path.relative(to: folder).map { !entry.made($0) } ?? false
    }
    guard let foreign else { return !untracked.isEmpty }
    throw Failure(
      code: "foreign-output",
      message:
        "the output \"\(output)\" of \(instance.id) would remove \"\(foreign)\", which the task did not make",
      hints: ["move the file away, or let Git ignore it"])
  }
}
