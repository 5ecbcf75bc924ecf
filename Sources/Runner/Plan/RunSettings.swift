package import Base
package import Graph

/// The choices of a run that come from flags and configuration.
package struct RunSettings: Sendable, Equatable {
  package var build: BuildSettings
  /// The number of test processes that may run at a time. With more than one, two groups are built at a time. SwiftPM
  /// uses all cores for each build.
  package var jobs: Int
  /// The machines that run test modules: this one, workers elsewhere, or both.
  package var execution: RunConfig.Execution
  package var failFast: Bool
  /// The limits of every test module.
  package var limits: TestLimits
  /// The limits of single test modules. They win over `limits`.
  package var ownLimits: [ModuleID: TestLimits]
  /// Additional variables of single test modules.
  package var ownVariables: [ModuleID: [String: String]] = [:]
  /// The filter for cases. nil means that all run.
  package var filter: CaseFilter?
  /// The lines of `test.quarantine` that count.
  package var quarantine: [QuarantineLine] = []
  /// True when every package is built by itself and tested with `swift test`. That is slower, and the reference for all
  /// other ways. It is always true on macOS.
  package var viaSwiftTest: Bool
  /// The layout of the machine that builds.
  package var layout: SwiftPMLayout
  /// True when builds run all their programs, and their reads are watched.
  package var auditsInputs: Bool
  /// The longest time to wait for another process that uses a scratch folder.
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

/// The limits for running a test module. nil means that a value is not given.
package struct TestLimits: Sendable, Equatable {
  /// The number of times that a test module is run again while it does not pass.
  package var retries: Int?
  /// The longest time of one attempt.
  package var timeout: Duration?
  /// True when nothing else may run beside it.
  package var isExclusive: Bool?
  /// True when the files that it reads are observed.
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
  /// The prefix keeps kinds of runs apart, since they compile everything differently. In one folder each kind would
  /// rebuild the other's outputs.
  var scratchPrefix: String {
    (measuresCoverage ? "coverage-" : "") + Set(sanitizers).sorted().map { "\($0)-" }.joined()
  }
}

extension RunSettings {
  var engine: any EngineForm { build.engine.form(on: layout) }

  /// The number of groups that are built at a time. SwiftPM plans on one core, so a second group can compile meanwhile.
  /// A third would only take memory, since SwiftPM gives each build all cores. A user who limits SwiftPM's compilers
  /// means all of them together.
  var buildsAtATime: Int {
    build.arguments.contains { $0.hasPrefix("-j") || $0.hasPrefix("--jobs") } ? 1 : min(jobs, 2)
  }

  /// True when every package is built by itself. SwiftPM enables traits of the root only, and relative paths start in
  /// its folder.
  var keepsPackagesApart: Bool {
    viaSwiftTest || build.traits != RequestedTraits()
      || FlagPaths.haveRelative(build.allArguments)
  }

  /// Returns `common` and the additional variables of `modules`.
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
