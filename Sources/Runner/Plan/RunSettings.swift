package import Base
package import Graph

/// The choices of a run that come from flags and configuration.
package struct RunSettings: Sendable, Equatable, Codable {
  package var build: BuildSettings
  /// How many test processes may run at a time, and, if more than one, that two groups may be built at a time. SwiftPM
  /// itself uses all cores for a build.
  package var jobs: Int
  /// Where test modules run, as far as there is anywhere else than here.
  package var execution: RunConfig.Execution
  package var failFast: Bool
  /// What holds for every test module.
  package var limits: TestLimits
  /// What single test modules say of themselves; it beats `limits`.
  package var ownLimits: [ModuleID: TestLimits]
  /// The variables that test modules get beside those that all get.
  package var ownVariables: [ModuleID: [String: String]] = [:]
  /// Which cases to run; nil: all.
  package var filter: CaseFilter?
  /// Every package is built by itself and its tests run through `swift test`, which is slower and the
  /// measure of all things; on macOS always.
  package var viaSwiftTest: Bool
  /// Of the machine that builds.
  package var layout: SwiftPMLayout
  /// Whether all programs that builds run are run, and watched.
  package var auditsInputs: Bool
  /// How long another process may keep a scratch folder to itself.
  package var lockPatience: Duration

  package init(
    _ build: BuildSettings = BuildSettings(), jobs: Int = 1,
    execution: RunConfig.Execution = .local, failFast: Bool = false,
    limits: TestLimits = TestLimits(), ownLimits: [ModuleID: TestLimits] = [:], filter: CaseFilter? = nil,
    viaSwiftTest: Bool = false, layout: SwiftPMLayout = .ofThisHost, auditsInputs: Bool = false,
    lockPatience: Duration = .seconds(1800)
  ) {
    self.build = build
    self.jobs = jobs
    self.execution = execution
    self.failFast = failFast
    self.limits = limits
    self.ownLimits = ownLimits
    self.filter = filter
    self.viaSwiftTest = viaSwiftTest || layout.needsSwiftTest
    self.layout = layout
    self.auditsInputs = auditsInputs
    self.lockPatience = lockPatience
  }
}

/// How long, and how often, a test module may run; nil: not said.
package struct TestLimits: Sendable, Equatable, Codable {
  /// How often a test module that did not pass is run again.
  package var retries: Int?
  /// For each attempt.
  package var timeout: Duration?
  /// Whether nothing else may run beside it.
  package var isExclusive: Bool?
  /// Whether it is seen which files it asks for.
  package var isObserved: Bool?

  package init(
    retries: Int? = nil, timeout: Duration? = nil, isExclusive: Bool? = nil, isObserved: Bool? = nil
  ) {
    self.retries = retries
    self.timeout = timeout
    self.isExclusive = isExclusive
    self.isObserved = isObserved
  }
}

extension BuildSettings {
  /// All that is compiled differs: in one folder each kind of run would build anew what the other left.
  var scratchPrefix: String {
    (measuresCoverage ? "coverage-" : "") + Set(sanitizers).sorted().map { "\($0)-" }.joined()
  }
}

extension RunSettings {
  var engine: any EngineForm { build.engine.form(on: layout) }

  /// How many groups are built at a time: while SwiftPM plans one of them, which no second core can help with, the
  /// other has something to compile. More would only want more memory, since SwiftPM gives each build all cores; and
  /// whoever tells SwiftPM how many compilers there may be means all of them.
  var buildsAtATime: Int {
    build.arguments.contains { $0.hasPrefix("-j") || $0.hasPrefix("--jobs") } ? 1 : min(jobs, 2)
  }

  /// Whether every package is built by itself: traits are asked of each package as the root, and relative paths are
  /// those of its folder.
  var keepsPackagesApart: Bool {
    viaSwiftTest || build.traits != RequestedTraits()
      || RelativeFlags.exist(in: build.allArguments)
  }

  /// `common`, and what `modules` get beside it.
  func variables(of modules: [ModuleID], beside common: [String: String]) -> [String: String] {
    modules.reduce(into: common) { all, module in
      all.merge(ownVariables[module] ?? [:]) { _, own in own }
    }
  }

  package func limits(of module: ModuleID) -> TestLimits {
    let own = ownLimits[module]
    return TestLimits(
      retries: own?.retries ?? limits.retries, timeout: own?.timeout ?? limits.timeout,
      isExclusive: own?.isExclusive ?? limits.isExclusive,
      isObserved: own?.isObserved ?? limits.isObserved)
  }
}
