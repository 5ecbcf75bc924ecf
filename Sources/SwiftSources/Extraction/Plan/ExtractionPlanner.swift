package import Base

/// Plans an extraction from values alone.
package struct ExtractionPlanner: Sendable {
  private let context: ExtractionContext
  private let module: ExtractionModule
  private let graph: FileGraph

  package init(_ context: ExtractionContext, _ module: ExtractionModule) {
    self.context = context
    self.module = module
    graph = context.graph(of: module)
  }

  /// - `package`: the folder of the new package.
  package func plan(
    _ name: String, moving moved: Set<RelativePath>, package folder: RelativePath
  ) -> ExtractionPlan {
    var plan = ExtractionPlan(name: name, module: module.id)
    plan.files = moved.sorted()
    let stays = Set(graph.files).subtracting(moved)
    plan.uses = graph.links(from: moved, to: stays)
    plan.usedBy = graph.links(from: stays, to: moved)
    plan.position =
      switch (plan.usedBy.isEmpty, plan.uses.isEmpty) {
      case (true, true): .apart
      case (false, true): .below
      case (true, false): .above
      case (false, false): .cycle
      }
    if plan.position == .cycle {
      plan.moveFirst = graph.bottomUp(graph.closure(of: moved).subtracting(moved))
      plan.obstacles.append(.cycle)
    }
    let tests = CompanionTests(context, module, moved: moved)
    (plan.tests, plan.testModule) = (tests.files.sorted(), tests.module?.id)
    let split = ModuleSplit(context: context, module: module, name: name, moved: moved, tests: tests.files)
    (plan.widenings, plan.initializers) = AccessSearch(split).found()
    (plan.needs, plan.testNeeds) = split.needs(plan.position)
    plan.importers = split.importers(plan.position)
    plan.unneeded = split.unneeded()
    plan.dependents = split.dependents(plan.importers)
    plan.obstacles += split.obstacles(plan, in: folder)
    plan.notes = split.notes()
    return plan
  }
}

extension Failure {
  /// The reason why an extraction cannot be planned.
  package enum Extraction: String, Sendable {
    case invalidName = "invalid-name"
    case nameTaken = "name-taken"
    case invalidPath = "invalid-path"
    case noSources = "no-sources"
    case severalModules = "several-modules"
    case wholeModule = "whole-module"
    case wrongKind = "not-a-library"
    case notIndexed = "not-indexed"
    case staleIndex = "stale-index"

    fileprivate var hints: [String] {
      switch self {
      case .invalidName: ["use a name such as Wishlist or PriceList"]
      case .nameTaken: ["take another name, or another folder with --path"]
      case .invalidPath: ["--path takes a folder of the workspace, outside of its packages"]
      case .noSources:
        ["name files, folders or patterns: `ambit extract Pricing --from Sources/Cart/Price.swift`"]
      case .severalModules: ["extract from one module at a time, each under a name of its own"]
      case .wholeModule: ["leave out a file; to move a whole module, use `git mv`"]
      case .wrongKind: ["`ambit owners --paths FILE` and `ambit show MODULE` show the module of a file"]
      case .notIndexed, .staleIndex:
        [
          "run it without --no-build; if that does not help, delete the build output: rm -r .build/ambit",
          "the index lacks files that this machine does not compile",
        ]
      }
    }
  }

  package static func extraction(_ reason: Extraction, _ message: String) -> Failure {
    Failure(code: reason.rawValue, message: message, hints: reason.hints)
  }
}

/// The test files that move too: they use some moving file, and no file of the module that stays.
struct CompanionTests {
  /// The module of the test files; nil when no tests move.
  let module: ExtractionModule?
  let files: Set<RelativePath>

  init(_ context: ExtractionContext, _ module: ExtractionModule, moved: Set<RelativePath>) {
    let candidates = context.modules.values.filter { $0.isTest && $0.id.package == module.id.package }
      .sorted { $0.id < $1.id }
    for test in candidates {
      let found = Self.files(of: test, context, module, moved)
      // Tests of several modules would need as many new ones.
      if !found.isEmpty {
        (self.module, files) = (test, found)
        return
      }
    }
    (self.module, files) = (nil, [])
  }

  private static func files(
    of test: ExtractionModule, _ context: ExtractionContext, _ module: ExtractionModule,
    _ moved: Set<RelativePath>
  ) -> Set<RelativePath> {
    let all = context.files(of: test)
    var chosen = Set(
      all.filter { file in
        let used = context.files[file].uses.compactMap { context.places[$0.usr]?.file }.filter {
          context.files[$0].module == module.name
        }
        return !used.isEmpty && used.allSatisfy { moved.contains(context.files[$0].path) }
      })
    // A file that shares helpers with a test that stays must stay.
    let links = all.flatMap { file in
      context.files[file].uses.compactMap { use -> (from: Int, to: Int)? in
        guard let to = context.places[use.usr]?.file, to != file, context.files[to].module == test.name else {
          return nil
        }
        return (file, to)
      }
    }
    var isSettled = false
    while !isSettled {
      let torn = links.filter { chosen.contains($0.from) != chosen.contains($0.to) }
      for link in torn { chosen.subtract([link.from, link.to]) }
      isSettled = torn.isEmpty
    }
    // A test module without a source would not build.
    guard chosen.count < all.count else { return [] }
    return Set(chosen.map { context.files[$0].path })
  }
}
