package import Arguments
package import Base
package import Graph
import Reports

/// The modules that the words of a command line name.
package struct NamedModules {
  /// The named modules, with the tests that belong to them.
  let modules: Set<ModuleID>
  /// The same, with all dependents if these are asked for.
  let kept: Set<ModuleID>
  /// The words without a test module.
  private let untested: [Untested]
  private let hasTests: Bool

  private struct Untested {
    let word: Argument
    /// The test modules elsewhere that depend on the named modules, sorted.
    let others: [ModuleID]

    var remedy: String {
      let names = NameList.text(others.map(\.description), room: 200)
      return others.isEmpty
        ? "no test module depends on it; `ambit build` builds it"
        : "`--dependents` runs its dependents: \(names)"
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

  /// Refuses to run tests when nothing that was named has tests. Returns warnings about names without tests.
  package func refuseUntested() throws(Failure) -> [Warning] {
    guard !hasTests else {
      return untested.map { untested in
        Warning(
          code: EmptyWorkspace.noTests,
          message: "no test module belongs to \(untested.word.quoted): it is only built",
          hints: [untested.remedy])
      }
    }
    let words = untested.first.map { $0.word.quoted } ?? "the listed modules"
    throw Failure(
      code: EmptyWorkspace.noTests, message: "no test module belongs to \(words)",
      hints: (untested.first.map { [$0.remedy] } ?? []) + [EmptyByMistake.hint])
  }
}

/// Finds the tests that belong to modules.
private struct TestsOfModules {
  private let graph: WorkspaceGraph
  private let users: Dependents

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    users = Dependents(graph)
  }

  /// Returns the test modules among `modules`. For each other module, adds the tests of its package that depend on it.
  /// Without such tests, adds all tests of its package.
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

  /// Returns `modules` and all that depend on them.
  func dependents(of modules: Set<ModuleID>) -> Set<ModuleID> {
    Set(users.reach(from: indices(modules)).nodes.map { graph.modules[$0].id })
  }

  private func indices(_ modules: Set<ModuleID>) -> [ModuleIndex] { modules.sorted().compactMap(graph.index) }
}

extension Session {
  /// Returns nil where nothing is named.
  package func named(
    _ options: SelectionOptions, _ graph: WorkspaceGraph, beside projects: WorkspaceProjects = .none
  ) throws(Failure) -> NamedModules? {
    guard options.namesModules else { return nil }
    return try NamedModules(options, listed, lookup(graph, beside: projects), in: graph)
  }

  /// Finds modules by name, or by a path of the workspace. Targets of `projects` that `graph` lacks are refused by name.
  package func lookup(_ graph: WorkspaceGraph, beside projects: WorkspaceProjects = .none) -> ModuleLookup {
    ModuleLookup(
      graph: graph, beside: projects,
      places: ModulePlaces(graph: graph, workspace: workspace, world: world))
  }
}
