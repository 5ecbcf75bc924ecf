package import Edge
import GitBridge
import Platform
package import Support
import Workspaces

/// What Git has to say to an extraction: nothing of somebody's own work may get mixed up with it.
package struct ExtractIndexing {
  let git: GitProgram
  /// The working folder of the repository.
  let folder: String

  package init(_ preparation: ExtractPreparation) throws(Failure) {
    git = try GitProgram(preparation.pipeline.world)
    folder = preparation.pipeline.workspace.repository.workingFolder
  }

  private func specs(_ paths: some Sequence<RelativePath>) -> [String] {
    Set(paths).sorted().map { ":(top,literal)\($0)" }
  }

  package func refuseChanges(in paths: Set<RelativePath>) throws(Failure) {
    let changes = try git.run(
      ["status", "--porcelain", "--untracked-files=all", "--"] + specs(paths), in: folder)
    guard let first = changes.split(separator: "\n").first else { return }
    throw Failure(
      code: "uncommitted-changes",
      message: "there are changes that are not committed in what would be moved or edited: "
        + Text.escapingControls(String(first.dropFirst(3))),
      hints: ["commit them first, or put them aside with: git stash"])
  }

  /// As `git mv` and `git add` leave it.
  func stage(_ paths: Set<RelativePath>) throws(Failure) {
    try git.run(["add", "--all", "--"] + specs(paths), in: folder)
  }

  /// Writes what would be committed into a file, and takes it out of the index again.
  func keepPatch(of paths: Set<RelativePath>, at file: String) throws(Failure) {
    let supervisor = ProcessSupervisor()
    try stage(paths)
    let patch = Result { () throws(Failure) in
      try git.run(
        [
          "diff", "--cached", "--binary", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
          "--src-prefix=a/", "--dst-prefix=b/", "HEAD", "--",
        ] + specs(paths), in: folder, supervisor: supervisor)
    }
    try git.run(["reset", "-q", "--"] + specs(paths), in: folder, supervisor: supervisor)
    guard LocalFiles.replace(file, with: Array(try patch.get().utf8), permissions: 0o644) else {
      throw Failure(
        code: "unwritable", message: "cannot write \"\(file)\"",
        hints: ["see to the folder's permissions and its free space"])
    }
  }
}
