import Base
import Graph
import Reports
import Session

extension DoctorChecks {
  /// Files of no module that selected much in recent commits.
  static func unowned(
    _ workspace: OpenWorkspace, _ loaded: WorkspaceLoader.Loaded, _ world: World
  ) throws(Failure) -> [Check] {
    world.progressLine.begin("Reading past commits")
    let proposals = try Failure.wrapping {
      try UnownedHistory(workspace, loaded.headWithProjects).proposals(jobs: world.processors)
    }
    guard !proposals.isEmpty else { return [] }
    return proposals.map { proposal in
      Check(
        "unowned", .warning, proposal.sentence,
        fixes: [
          "if nothing reads it, add to workspace.json: \"inputs\": {\"ignore\": [\"\(proposal.pattern)\"]}"
        ]
      )
    }
  }
}
