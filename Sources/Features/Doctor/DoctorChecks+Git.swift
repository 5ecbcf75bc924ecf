import Base
import GitBridge
import Graph
import Reports
import Session

extension DoctorChecks {
  static func repository(_ repository: Repository) -> [Check] {
    do throws(Failure) {
      return try Failure.wrapping {
        var checks = [Check("git", .ok, "the repository in \(repository.workingFolder)")]
        if try repository.headCommit() == nil {
          checks.append(
            Check(
              "git", .warning, "there is no commit yet, so everything is selected",
              fixes: ["make a first commit"]))
        }
        if repository.isShallow {
          checks.append(
            Check(
              "git", .warning,
              "this clone is shallow: without the merge base, everything is selected",
              fixes: (repository.situation.remote.map { ["git fetch --unshallow \($0)"] } ?? []) + [
                "in GitHub Actions: actions/checkout with fetch-depth: 0"
              ]))
        }
        if let operation = repository.situation.operation {
          checks.append(
            Check(
              "git", .warning, "a \(operation.rawValue) is in progress",
              fixes: ["git status shows how to finish or abort it"]))
        }
        if let filter = try repository.partialCloneFilter() {
          checks.append(partialClone(filter))
        }
        return checks
      }
    } catch {
      return [failed("git", error)]
    }
  }

  /// Comparisons of paths need only trees. Without trees nothing can be compared.
  private static func partialClone(_ filter: String) -> Check {
    guard filter.hasPrefix("tree:") else {
      return Check("git", .ok, "a partial clone (\(filter)): enough to compare commits")
    }
    return Check(
      "git", .warning, "a partial clone without trees (\(filter)): everything is selected",
      fixes: ["clone with --filter=blob:none, or without a filter"])
  }

  /// The base, and the setting that names it.
  static func base(_ workspace: OpenWorkspace, _ world: World) -> [Check] {
    do throws(Failure) {
      return [try Failure.wrapping { try baseCheck(workspace, world) }]
    } catch {
      let fixes = ["name a base with --base, $AMBIT_BASE or \"defaultBase\" in workspace.json"] + error.hints
      return [Check("base", .error, error.message, fixes: fixes)]
    }
  }

  private static func baseCheck(_ workspace: OpenWorkspace, _ world: World) throws -> Check {
    let choice = try ChangeSource.baseRequest(nil, fromMergeBase: true, in: workspace, world).choose()
    switch try workspace.repository.resolveBase(choice, head: workspace.head.commit) {
    case .everything(let fallback):
      return Check("base", .warning, "\(fallback.message): everything is selected", fixes: fallback.hints)
    case .commit(let base):
      let place = "\(base.reference) (\(base.mergeBase.description.prefix(8)))"
      return Check("base", .ok, "\(place), from \(base.source)")
    }
  }

  /// SwiftPM writes .build beside every manifest. Without an ignore rule these files would be part of every change.
  static func ignoredFolders(_ workspace: OpenWorkspace, _ graph: WorkspaceGraph) -> [Check] {
    let folder = workspace.location.folderInRepository
    let places = graph.packages.map(\.folder).filter { !$0.escapesRoot } + [.root]
    let open = Set(places).sorted().filter { place in
      let build = folder.appending(place).appending(".build")
      return (try? workspace.repository.isIgnored("\(build)/")) == false
    }
    guard let first = open.first else { return [Check("gitignore", .ok, ".build folders are ignored")] }
    let more = open.count > 1 ? " and in \(open.count - 1) more folders" : ""
    return [
      Check(
        "gitignore", .warning, "Git does not ignore .build in \"//\(first)\"\(more)",
        fixes: ["add .build/ to the .gitignore in the repository's root"])
    ]
  }
}
