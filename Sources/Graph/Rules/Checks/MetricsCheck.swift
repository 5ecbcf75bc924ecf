import Base

/// The measured values of a module, to compare with limits.
package struct MeasuredModule: Sendable, Hashable {
  package enum Coverage: Sendable, Hashable {
    case percent(Double)
    /// The module has code, but none that is ever executed.
    case nothingToExecute
    /// The toolchain does not measure the module's language, or no test program contains the module.
    case unmeasurable
    /// No test contains the module.
    case untested
    /// The coverage of some test is not known for the current files.
    case unknown
  }

  /// All values except coverage. A value may be missing: a module without edges has no instability.
  package var values: [MetricsRule.Measure: Double]
  package var coverage: Coverage

  package init(values: [MetricsRule.Measure: Double], coverage: Coverage = .unknown) {
    self.values = values
    self.coverage = coverage
  }
}

/// Checks `metrics`: the values of modules are within limits. A missing value passes.
struct MetricsCheck {
  let context: RuleContext
  let measured: [ModuleID: MeasuredModule]

  func findings() -> [LintFinding] {
    context.rules.metrics.flatMap { rule in
      context.facts.listed.filter { rule.match.matches(context.id($0)) }.flatMap { module in
        MetricsRule.Measure.allCases.compactMap { measure in
          rule.limits[measure].flatMap { finding(module, measure, $0, rule) }
        }
      }
    }
  }

  private func finding(
    _ module: ModuleIndex, _ measure: MetricsRule.Measure, _ limit: MetricsRule.Limit, _ rule: MetricsRule
  ) -> LintFinding? {
    guard let found = measured[context.id(module)] else { return nil }
    if measure == .coverage { return uncovered(module, found.coverage, limit, rule) }
    guard let value = found.values[measure] else { return nil }
    return limit.complaint(value).map { complaint in
      self.finding(
        module, measure,
        "\(measure.words) of \(context.id(module)) \(measure.verb) \(measure.text(value, against: limit)), \(complaint)",
        rule, mend: "split the module, or raise the limit in \"rules.metrics\"")
    }
  }

  /// Checks the coverage of a module that is no test.
  private func uncovered(
    _ module: ModuleIndex, _ coverage: MeasuredModule.Coverage, _ limit: MetricsRule.Limit,
    _ rule: MetricsRule
  ) -> LintFinding? {
    let node = context.facts.module(module)
    guard !node.kind.isTest, limit.min.map({ $0 > 0 }) ?? true else { return nil }
    let id = node.id
    switch coverage {
    case .percent(let percent):
      return limit.complaint(percent).map { complaint in
        finding(
          module, .coverage,
          "the coverage of \(id) is \(MetricsRule.Measure.coverage.text(percent, against: limit)) %, \(complaint)",
          rule, mend: "test the lines that `ambit test --coverage-out DIR` shows as missed")
      }
    case .nothingToExecute: return nil
    case .untested:
      return finding(
        module, .coverage, "no test reaches \(id), so nothing in it is covered", rule,
        mend: "add a test, or leave the module out of the rule's pattern")
    case .unmeasurable:
      return finding(
        module, .coverage, "the coverage of \(id) cannot be measured: no test program has its Swift code",
        rule,
        mend: "leave the module out of the rule's pattern")
    case .unknown:
      return finding(
        module, .coverage, "the coverage of \(id) is unknown for the current files", rule,
        mend: "run `ambit test --coverage --all` first")
    }
  }

  private func finding(
    _ module: ModuleIndex, _ measure: MetricsRule.Measure, _ message: String, _ rule: MetricsRule,
    mend: String
  ) -> LintFinding {
    var finding = context.finding(
      .metric, module, message: message,
      why: rule.because ?? "modules that match \"\(rule.match)\" stay within this limit", mend: mend)
    finding.subject = measure.rawValue
    return finding
  }
}

extension MetricsRule.Limit {
  fileprivate func complaint(_ value: Double) -> String? {
    if let min, value < min { return "less than \(MetricsRule.Measure.number(min))" }
    if let max, value > max { return "more than \(MetricsRule.Measure.number(max))" }
    return nil
  }

  /// The limit in words: `at least 85`, `at most 20000`, `from 1 to 5`.
  var words: String {
    switch (min.map(MetricsRule.Measure.number), max.map(MetricsRule.Measure.number)) {
    case (let min?, let max?): "from \(min) to \(max)"
    case (let min?, nil): "at least \(min)"
    case (nil, let max?): "at most \(max)"
    case (nil, nil): "of any size"
    }
  }
}

extension MetricsRule.Measure {
  var words: String {
    switch self {
    case .lines: "the lines"
    case .code: "the lines of code"
    case .tests: "the test cases"
    case .coverage: "the coverage"
    case .fanIn: "the fan-in"
    case .fanOut: "the fan-out"
    case .instability: "the instability"
    case .depth: "the depth"
    case .dependents: "the dependents"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .lines, .code, .tests, .dependents: "are"
    case .coverage, .fanIn, .fanOut, .instability, .depth: "is"
    }
  }

  /// The value is cut and not rounded: 84.99 is not 85. It has enough digits to be seen beyond the limit.
  fileprivate func text(_ value: Double, against limit: MetricsRule.Limit) -> String {
    switch self {
    case .coverage, .instability:
      let cut = (value * 100).rounded(.down) / 100
      return Self.number(limit.complaint(cut) == nil ? value : cut)
    default: return Self.number(value)
    }
  }

  static func number(_ value: Double) -> String {
    value == value.rounded() && value < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension MetricsRule {
  var demand: String {
    let limits = Measure.allCases.compactMap { measure in
      self.limits[measure].map { "\(measure.words) \($0.words)" }
    }
    let reason = because.map { ": \($0)" } ?? ""
    return "modules that match \"\(match)\" have \(limits.joined(separator: ", "))\(reason)"
  }
}
