import Arguments
import Base
import Graph
import Session

/// Chooses the folder from which a dependency is taken.
struct LocalCopyChoice {
  let identity: String
  /// The folder as it was typed.
  let given: Argument?
  let pipeline: SelectionPipeline
  let graph: WorkspaceGraph

  private var location: WorkspaceLocation { pipeline.workspace.location }

  /// Returns the folder relative to the workspace. An unused dependency is reported first.
  func folder(whenUnused unused: Failure?) throws(Failure) -> RelativePath {
    if let unused { throw unused }
    guard let given else { return try ownFolder() }
    let typed = pipeline.world.absoluteText(given.bytes)
    guard let folder = LocalFiles.resolved(typed), LocalFiles.isFolder(folder) else {
      throw Failure(
        code: "no-working-copy", message: "there is no folder \(given.quoted)",
        hints: ["--path takes the folder of a working copy"])
    }
    guard folder.hasPrefix(location.root + "/") else {
      throw Failure(
        code: "copy-outside",
        message:
          "\(given.quoted) is outside the workspace, where Ambit sees no changes",
        hints: [
          "add a worktree inside the workspace: git -C '\(folder)' worktree add '\(location.root)/\(name(of: folder))'",
          "or clone it there, or add it as a submodule",
        ])
    }
    let path = RelativePath(folder.path(below: location.root) ?? folder)
    try check(path, given)
    return path
  }

  private func name(of folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? "" }

  private func check(_ folder: RelativePath, _ given: Argument) throws(Failure) {
    let name = PackageIdentity.of(location: Text.escapingInvalidUTF8(folder.lastComponent))
    guard name == identity else {
      throw Failure(
        code: "other-identity",
        message: "SwiftPM would call the package in \(given.quoted) \"\(name)\", not \"\(identity)\"",
        hints: ["rename the folder to the name of the repository"])
    }
    let kind = try Failure.wrapping {
      try pipeline.workspace.tree.kind(of: folder.appending(PackageFile.manifest))
    }
    guard kind == .file || kind == .executable else {
      throw Failure(
        code: "no-working-copy",
        message: "\(given.quoted) has no \(PackageFile.manifest) that Git sees",
        hints: [
          "check out a submodule with: git submodule update --init '\(folder)'",
          "if Git ignores the folder, remove it from .gitignore and .git/info/exclude",
        ])
    }
  }

  private func ownFolder() throws(Failure) -> RelativePath {
    let found = graph.packages.filter { $0.identity == identity }
    guard let package = found.first, found.count == 1 else {
      throw Failure(
        code: "no-working-copy",
        message: found.isEmpty
          ? "the workspace has no working copy of \"\(identity)\""
          : "the workspace has several packages \"\(identity)\": "
            + found.map { "\($0.folder)" }.joined(separator: ", "),
        hints: found.isEmpty ? try whereToHaveIt() : ["choose one with --path"])
    }
    guard package.problem == nil else {
      throw Failure(
        code: "no-working-copy",
        message: "the package in \"\(package.folder)\" cannot be used: \(package.problem ?? "")",
        hints: ["check out a submodule with: git submodule update --init '\(package.folder)'"])
    }
    return package.folder
  }

  /// Returns hints on where to put a working copy. A submodule that is not checked out has no package yet.
  private func whereToHaveIt() throws(Failure) -> [String] {
    let empty = try Failure.wrapping {
      try pipeline.workspace.tree.files { name, kind in
        kind == .absentSubmodule
          && PackageIdentity.of(location: String(decoding: name, as: UTF8.self)) == identity
      }
    }
    return empty.isEmpty
      ? [
        "clone it into the workspace, or add it as a submodule (git submodule add), and name its folder with --path"
      ]
      : empty.map { "it is a submodule: git submodule update --init \($0.path.description.shellQuoted)" }
  }
}
