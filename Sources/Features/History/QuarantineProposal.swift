import Arguments
import Base
import Graph
import Runner
import Session

/// Lines of `test.quarantine` that would put flaky cases aside.
struct QuarantineProposal {
  private static let days = 30
  /// The owner where none is known. The key must have a value.
  private static let unknown = "?"

  private let today: Int
  /// nil when the workspace cannot be opened. Then no owner is known.
  private let workspace: OpenWorkspace?

  init(_ world: World, _ global: GlobalOptions) {
    today = world.date()
    workspace = try? OpenWorkspace.open(world, global, headRevision: nil)
  }

  /// Returns a line for each flaky case that no line puts aside today.
  func lines(for modules: [FlakyModule]) -> [QuarantineLine] {
    let known = Quarantine(workspace?.config.quarantine ?? [], base: .absent, today: Timestamp.date(today))
    let resolver = workspace?.knownOwners().resolver
    return modules.flatMap { module -> [QuarantineLine] in
      let owners = resolver.map { $0.owners(ofModule: module.id, folder: folder(of: module.id)).owners } ?? []
      return module.cases.compactMap { one in
        // An issue may belong to a suite, which no line can put aside.
        guard one.name.contains("/") || one.name.contains("("), let pattern = CasePattern(one.name),
          !known.counting.contains(where: { $0.cases.matches(one.name) })
        else { return nil }
        return QuarantineLine(
          cases: pattern, owner: owners.isEmpty ? Self.unknown : owners.joined(separator: ", "),
          reason: "failed \(Wording.count(one.failures, "time")) in \(Wording.count(module.runs, "run"))",
          until: Timestamp.date(today + Self.days * 86_400))
      }
    }
  }

  /// The usual folder of a test module, or its package's folder.
  private func folder(of module: ModuleID) -> RelativePath {
    let usual = module.package.appending("Tests/\(module.name)")
    let isThere = workspace.map { ((try? $0.tree.kind(of: usual)) ?? nil) != nil } ?? false
    return isThere ? usual : module.package
  }
}
