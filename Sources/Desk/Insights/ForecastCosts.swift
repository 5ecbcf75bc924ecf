import Forecast
import History
import Imports
import Metrics
import ModuleGraph

extension ModuleCosts {
  /// By what the last runs took, and where none did by lines.
  init(
    _ graph: WorkspaceGraph, _ facts: Indexed<ModuleIndex, ModuleFacts>, _ history: History?
  ) {
    let known = graph.modules.numbered.filter { $1.kind != .unknown }.map { index, module in
      (
        module.id,
        Facts(
          kind: module.kind, lines: facts[index].sources.lines.code, seconds: facts[index].seconds,
          buildSeconds: facts[index].buildSeconds)
      )
    }
    self.init(
      Dictionary(known) { first, _ in first },
      // A history that cannot be read says nothing; `ambit history` says why.
      buildSeconds: history.flatMap { (try? $0.buildSecondsOfModule()) ?? nil })
  }
}
