import Base
import Graph
import Reports
import Session

/// The effects of a change on interfaces that rules keep stable.
struct LintInterfaces {
  let pipeline: SelectionPipeline
  let subject: LintPreparation.Subject

  /// Returns nothing where no rule asks, or where none of its modules is affected, since compiling takes time.
  func moved(
    by configs: [WorkspaceConfig]
  ) throws(Failure) -> (interfaces: [ModuleID: MovedInterface], warnings: [Warning]) {
    guard let change = subject.change, configs.contains(where: { !$0.rules.stable.isEmpty }) else {
      return ([:], [])
    }
    guard let baseGraph = change.baseGraph, let base = change.revisions.base else {
      return ([:], [Self.noBase])
    }
    let present = Set(subject.packages.listedModules.map(\.id))
    let previous = Set(baseGraph.listedModules.map(\.id))
    let reached = change.reached.union(previous.subtracting(present))
    let asked = reached.filter { id in configs.contains { $0.keepsStable(id) } }
    // A module that is new breaks nothing.
    let ids = asked.intersection(previous)
    guard !ids.isEmpty else { return ([:], []) }
    let (comparison, warnings) = try InterfaceComparison.between(
      baseGraph, of: base, and: subject.packages, pipeline)
    let modules = try comparison.modules(.reaching(ids))
    return (
      Dictionary(modules.compactMap { module in interface(module).map { (module.id, $0) } }) { one, _ in one
      },
      warnings
    )
  }

  private func interface(_ module: InterfaceDiffReport.Module) -> MovedInterface? {
    switch (module.verdict, module.reason) {
    case (.same, _): nil
    case (.breaking, let reason?): .broken(reason)
    case (.unknown, let reason?): .unknown(reason)
    default: .changed(module.changes.map { .init($0.change, mentions: $0.users.map(mention)) })
    }
  }

  private func mention(_ user: InterfaceDiffReport.User) -> MovedInterface.Mention {
    let node = subject.graph.index(of: user.module).map { subject.graph.modules[$0] }
    let line = user.lines.first.map { ":\($0)" } ?? ""
    return .init(
      module: user.module, teams: node.map { subject.owners.owners(of: $0).owners } ?? [],
      place: "\(user.file)\(line)")
  }

  private static let noBase = Warning(
    code: "interfaces-unknown",
    message: "there is no base to compare interfaces with, so \"rules.stable\" is not checked")
}

extension WorkspaceConfig {
  fileprivate func keepsStable(_ module: ModuleID) -> Bool {
    guard !rules.stable.isEmpty else { return false }
    let tags = tags(of: module)
    return rules.stable.contains { $0.applies(to: module, hasTag: tags.contains) }
  }
}
