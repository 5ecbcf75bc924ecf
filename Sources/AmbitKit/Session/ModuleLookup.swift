import Arguments
import Config
import ModuleGraph
import Names
import Support

/// Turns module arguments into modules: `//Packages/Core:Core`, `//Packages/Core`, `Core`.
struct ModuleLookup {
  let ids: [ModuleID]
  /// Where they are from, for messages.
  let place: String

  init(graph: WorkspaceGraph) {
    self.init(ids: graph.listedModules.map(\.id), place: "this workspace")
  }

  init(ids: [ModuleID], place: String) {
    self.ids = ids
    self.place = place
  }

  /// nil when nothing was named, so that nothing is filtered.
  func modules(matching arguments: [Argument]) throws(Failure) -> Set<ModuleID>? {
    guard !arguments.isEmpty else { return nil }
    var found: Set<ModuleID> = []
    for argument in arguments { found.formUnion(try modules(matching: argument)) }
    return found
  }

  /// The one module that a name stands for.
  func module(named argument: Argument) throws(Failure) -> ModuleID {
    let found = try modules(matching: argument)
    guard found.count == 1, let module = found.first else {
      throw Failure(
        code: "ambiguous-module", message: "\(argument.quoted) stands for \(found.count) modules",
        hints: ["name one of \(list(found))"])
    }
    return module
  }

  private func modules(matching argument: Argument) throws(Failure) -> Set<ModuleID> {
    guard let text = argument.text else { throw unknown(argument) }
    let pattern = try Failure.wrapping { try ModulePattern(text) }
    let found = Set(ids.filter(pattern.matches))
    guard !found.isEmpty else { throw unknown(argument) }
    // A bare name must mean one thing: that of another team's module of the same name is not meant.
    let isBare = !text.hasPrefix("//") && !text.contains("*") && !text.contains("?")
    guard found.count == 1 || !isBare else {
      throw Failure(
        code: "ambiguous-module", message: "\(argument.quoted) is the name of \(found.count) modules",
        hints: ["name one of \(list(found))"])
    }
    return found
  }

  private func unknown(_ argument: Argument) -> Failure {
    let text = argument.description
    let candidates = text.hasPrefix("//") ? ids.map(\.description) : ids.map(\.name)
    let nearest = NearestName.suggestion(for: text, among: Set(candidates).sorted())
    return Failure(
      code: "unknown-module", message: "there is no module \(argument.quoted) in \(place)",
      hints: [
        nearest.map { "did you mean \"\($0)\"?" } ?? "`ambit affected --all --format names` lists all modules"
      ])
  }

  private func list(_ modules: Set<ModuleID>) -> String {
    let shown = modules.sorted().prefix(5).map(\.description).joined(separator: ", ")
    return modules.count > 5 ? "\(shown), ..." : shown
  }
}
