package import Base

/// The changes that moving some files of a module into a new module needs.
package struct ExtractionPlan: Sendable, Hashable {
  /// The new module's position relative to the rest of the old one.
  package enum Position: String, Sendable, Hashable, CaseIterable {
    /// The rest uses the new module.
    case below
    /// The new module uses the rest.
    case above
    /// Neither uses the other.
    case apart
    /// Each uses the other, which is impossible for two modules.
    case cycle
  }

  package struct Site: Sendable, Hashable {
    package let file: RelativePath
    package let line: Int
  }

  /// A module that the new module or its tests must depend on.
  package struct Need: Sendable, Hashable {
    package let module: ModuleID
    /// True when the manifest of the old module does not declare the dependency.
    package let isImplicit: Bool
    package let first: Site
  }

  /// A declaration that needs a wider access level.
  package struct Widening: Sendable, Hashable {
    package let declaration: String
    package let place: Site
    package let column: Int
    package let access: Access
    /// The place that needs it; nil when another declaration needs it.
    package let user: Site?

    package enum Access: String, Sendable, Hashable, Comparable {
      case `public`, open

      package static func < (left: Access, right: Access) -> Bool { left == .public && right == .open }
    }
  }

  /// An initialiser to write: the compiler makes one, but other modules cannot see it.
  package struct Initializer: Sendable, Hashable {
    package let type: String
    package let place: Site
    package let user: Site?
  }

  package struct Importer: Sendable, Hashable, Comparable {
    package let file: RelativePath
    package let module: ModuleID
    /// The name of the imported module.
    package let name: String
    package let isTestable: Bool

    package static func < (left: Importer, right: Importer) -> Bool {
      (left.file, left.name) < (right.file, right.name)
    }
  }

  /// A dependency that a target declares and no longer needs.
  package struct Unneeded: Sendable, Hashable {
    package let target: ModuleID
    package let module: ModuleID
  }

  /// A reason why the extraction is not possible as asked.
  package enum Obstacle: Sendable, Hashable {
    /// The moving files use the rest, and the rest uses them.
    case cycle
    /// The packages would need one another, each the next.
    case packages([RelativePath])
    /// No library of its package contains the module, which the new one needs.
    case notOffered(ModuleID)
    /// Tests that stay need the new module, which is above the old one.
    case testsBehind([RelativePath])
    /// A moving file uses a symbol that the build generates for the old module.
    case generated(symbol: String, Site)
  }

  package let name: String
  package let module: ModuleID
  package var files: [RelativePath] = []
  package var position = Position.apart
  /// Test files that use nothing of the module except moving files.
  package var tests: [RelativePath] = []
  /// The module of these test files.
  package var testModule: ModuleID?
  package var needs: [Need] = []
  package var testNeeds: [Need] = []
  package var widenings: [Widening] = []
  package var initializers: [Initializer] = []
  /// The imports to add: of the new module, and in moving files of the old one.
  package var importers: [Importer] = []
  package var unneeded: [Unneeded] = []
  /// The modules that must depend on the new one, each with the first file that shows it.
  package var dependents: [Need] = []
  /// The moving files' uses of the rest, when each uses the other. `usedBy` has the uses in the other direction.
  package var uses: [FileGraph.Link] = []
  package var usedBy: [FileGraph.Link] = []
  /// The files that must move first, in a possible order.
  package var moveFirst: [[RelativePath]] = []
  package var obstacles: [Obstacle] = []
  /// Facts that the index of this machine does not have.
  package var notes: [String] = []
}

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
