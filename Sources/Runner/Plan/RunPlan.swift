package import Support
package import Workspace

/// What would be run, as a value: making it touches nothing, executing it is `Runner.run`.
package struct RunPlan: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    case build
    case test
  }

  package var action: Action
  /// The folder that holds the scratch folders of all groups.
  package var scratchRoot: String
  package var settings: RunSettings
  /// Begun in this order, two at a time.
  package var groups: [BuildGroup]
  /// Affected modules that this machine cannot run, sorted.
  package var excused: [ExcusedModule] = []
  /// Packages without tests to run that this machine cannot build, each with the reason.
  package var excusedPackages: [RelativePath: String] = [:]
  /// How long test modules took before; the longest start first.
  package var expectedSeconds: [ModuleID: Double] = [:]
  /// Of the whole workspace.
  package var workspace = RunWorkspace.empty

  package init(action: Action, scratchRoot: String, settings: RunSettings, groups: [BuildGroup]) {
    self.action = action
    self.scratchRoot = scratchRoot
    self.settings = settings
    self.groups = groups
  }

  /// Sorted by folder.
  package var packages: [PackageRun] { groups.flatMap(\.packages).sorted { $0.folder < $1.folder } }
}

/// Packages that are built by one invocation, in a scratch folder of their own.
package struct BuildGroup: Sendable, Equatable {
  package var name: String
  package var scratchFolder: String
  /// Sorted by folder. A single one is built as SwiftPM builds any package.
  package var packages: [PackageRun]
  /// The pins of all of them; nil when they need nothing from outside.
  package var pins: ResolvedPins?
  /// The workspace's targets whose outputs may lie in the scratch folder: what was built there before and is
  /// not among them must go.
  package var keptTargets: Set<String>
  /// The names under which products of those packages lie in the scratch folder; former ones must go as well.
  package var keptProducts: Set<String> = []
  /// All that decides which modules come from outside the workspace: when it changes, those that were built there
  /// before must go.
  package var externals: String
  /// All packages of the workspace that SwiftPM has before it when it plans; nil when that cannot be told.
  package var plannedPackages: Set<RelativePath>? = []
  /// Whether the scratch folder was put there from a saved state just now.
  package var isRestored = false

  package init(
    name: String, scratchFolder: String, packages: [PackageRun], pins: ResolvedPins? = nil,
    keptTargets: Set<String> = [], externals: String = ""
  ) {
    self.name = name
    self.scratchFolder = scratchFolder
    self.packages = packages
    self.pins = pins
    self.keptTargets = keptTargets
    self.externals = externals
  }
}

/// A module that is selected, reported, and not run.
package struct ExcusedModule: Sendable, Equatable {
  package var id: ModuleID
  package var reason: String

  package init(id: ModuleID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// One package's part of a plan.
package struct PackageRun: Sendable, Equatable {
  package var folder: RelativePath
  package var absoluteFolder: String
  /// Where SwiftPM builds it.
  package var scratchFolder: String
  /// Where its test product is started from, when that is not where it is built.
  package var viewFolder: String?
  package var name: String
  /// The modules that are to be built, sorted: the affected ones, and what tests of other packages run.
  package var modules: [ModuleRun]
  /// The test modules to run, sorted.
  package var tests: [ModuleID]
  /// The executables of the workspace that the test modules run, by test module: it is no verdict on tests when those
  /// are old, or not there.
  package var tools: [ModuleID: Set<ModuleID>] = [:]
  /// The names of all test modules it has, affected or not.
  package var testModules: [String]
  /// Whether everything the package has is affected.
  package var wholePackage: Bool
  /// All that is built for it: for tests, what its test product is made of.
  package var closure: Set<ModuleID>
  /// Whether only the test product, or single modules, can be built on this machine, and not all of the package.
  package var testsOnly: Bool

  package init(
    folder: RelativePath, absoluteFolder: String, scratchFolder: String, name: String, modules: [ModuleRun],
    tests: [ModuleID], testModules: [String], wholePackage: Bool, closure: Set<ModuleID> = [],
    testsOnly: Bool = false
  ) {
    self.folder = folder
    self.absoluteFolder = absoluteFolder
    self.scratchFolder = scratchFolder
    self.name = name
    self.modules = modules
    self.tests = tests
    self.testModules = testModules
    self.wholePackage = wholePackage
    self.closure = closure
    self.testsOnly = testsOnly
  }

  /// As SwiftPM calls the executable that holds all test modules.
  package var testProduct: String { "\(name)PackageTests" }
}

package struct ModuleRun: Sendable, Equatable {
  package var id: ModuleID
  package var kind: ModuleKind

  package init(id: ModuleID, kind: ModuleKind) {
    self.id = id
    self.kind = kind
  }
}
