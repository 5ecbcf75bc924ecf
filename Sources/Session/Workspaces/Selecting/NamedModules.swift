package import Arguments
package import Base
package import Graph
import Reports

/// The modules that the words of a command line stand for.
package struct NamedModules {
  /// The named modules, with the tests that they stand for.
  let modules: Set<ModuleID>
  /// The same with all dependents, where those are asked for.
  let kept: Set<ModuleID>
  /// The words that no test module belongs to.
  private let untested: [Untested]
  private let hasTests: Bool

  private struct Untested {
    let word: Argument
    /// The test modules elsewhere that depend on what the word names, sorted.
    let others: [ModuleID]

    var remedy: String {
      let names = NameList.text(others.map(\.description), room: 200)
      return others.isEmpty
        ? "no test module depends on it; `ambit build` builds it"
        : "`--dependents` runs what depends on it: \(names)"
    }
  }

  init(
    _ options: SelectionOptions, _ listed: ModuleList?, _ lookup: ModuleLookup, in graph: WorkspaceGraph
  ) throws(Failure) {
    let tests = TestsOfModules(graph)
    var modules = try listed.map { list throws(Failure) in try lookup.modules(in: list) } ?? []
    var untested: [Untested] = []
    for word in options.modules {
      let named = Set(try lookup.modules(matching: word))
      let own = options.namesStandForTests ? tests.own(named) : []
      modules.formUnion(named)
      modules.formUnion(own)
      guard options.namesStandForTests, own.isEmpty else { continue }
      let others = tests.depending(on: named)
      if others.isEmpty || !options.dependents {
        untested.append(Untested(word: word, others: others.sorted()))
      }
    }
    self.modules = modules
    self.untested = untested
    kept = options.dependents ? tests.dependents(of: modules) : modules
    hasTests = tests.areThere(in: kept)
  }

  /// Refuses a run of tests in which nothing that was named would be tested; returns what is to be said of the rest.
  package func refuseUntested() throws(Failure) -> [Warning] {
    guard !hasTests else {
      return untested.map { untested in
        Warning(
          code: EmptyWorkspace.noTests,
          message: "no test module belongs to \(untested.word.quoted): it is only built",
          hints: [untested.remedy])
      }
    }
    let words = untested.first.map { $0.word.quoted } ?? "the modules that are listed"
    throw Failure(
      code: EmptyWorkspace.noTests, message: "no test module belongs to \(words)",
      hints: (untested.first.map { [$0.remedy] } ?? []) + [EmptyByMistake.hint])
  }
}

/// Which test modules go with which modules.
private struct TestsOfModules {
  private let graph: WorkspaceGraph
  private let users: Dependents

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    users = Dependents(graph)
  }

  /// The test modules among `modules`; and for each other module those of its package that depend on it, else all of its
  /// package.
  func own(_ modules: Set<ModuleID>) -> Set<ModuleID> {
    var found = Set<ModuleID>()
    for index in indices(modules) {
      let module = graph.modules[index]
      guard !module.kind.isTest else {
        found.insert(module.id)
        continue
      }
      let tests = graph.packages[module.package].modules.filter { graph.modules[$0].kind.isTest }
      let reach = users.reach(from: [index])
      let depending = tests.filter(reach.contains)
      found.formUnion((depending.isEmpty ? tests : depending).map { graph.modules[$0].id })
    }
    return found
  }

  func depending(on modules: Set<ModuleID>) -> [ModuleID] {
    users.reach(from: indices(modules)).nodes.map { graph.modules[$0] }.filter(\.kind.isTest).map(\.id)
  }

  func areThere(in modules: Set<ModuleID>) -> Bool {
    indices(modules).contains { graph.modules[$0].kind.isTest }
  }

  /// With `modules` themselves.
  func dependents(of modules: Set<ModuleID>) -> Set<ModuleID> {
    Set(users.reach(from: indices(modules)).nodes.map { graph.modules[$0].id })
  }

  private func indices(_ modules: Set<ModuleID>) -> [ModuleIndex] { modules.sorted().compactMap(graph.index) }
}

extension SelectionPipeline {
  /// nil where nothing is named.
  package func named(_ options: SelectionOptions, _ graph: WorkspaceGraph) throws(Failure) -> NamedModules? {
    guard options.namesModules else { return nil }
    return try NamedModules(options, listed, lookup(graph), in: graph)
  }

  /// Names, and paths of the workspace as it is looked at.
  package func lookup(_ graph: WorkspaceGraph) -> ModuleLookup {
    ModuleLookup(graph: graph, places: ModulePlaces(graph, workspace, world))
  }
}
