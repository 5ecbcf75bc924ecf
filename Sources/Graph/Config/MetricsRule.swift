import Base

/// The limits for measures of modules.
package struct MetricsRule: Sendable, Hashable {
  /// The names are those of `ambit metrics`. For a test module, `lines` and `code` count its tests.
  package enum Measure: String, Sendable, Hashable, CaseIterable {
    case lines, code, tests, coverage, fanIn, fanOut, instability, depth, dependents
  }

  package struct Limit: Sendable, Hashable {
    package var min: Double?
    package var max: Double?
  }

  package var match: ModulePattern
  package var limits: [Measure: Limit]
  /// The reason, for the reader of a finding.
  package var because: String?
}

extension MetricsRule: ConfigDecodable {
  enum Key: String, ConfigKey {
    case match, because
    case lines, code, tests, coverage, fanIn, fanOut, instability, depth, dependents
  }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    try object.read(.because, into: &because)
    limits = [:]
    for measure in Measure.allCases {
      guard let key = Key(rawValue: measure.rawValue) else { continue }
      try object.read(key, into: &limits[measure])
    }
    if limits.isEmpty {
      let names = Measure.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw value.invalid("\"\(value.name)\" must limit one of \(names)")
    }
  }
}

extension MetricsRule.Limit: ConfigDecodable {
  enum Key: String, ConfigKey { case min, max }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    min = try object[.min]?.amount()
    max = try object[.max]?.amount()
    guard min != nil || max != nil else {
      throw value.invalid("\"\(value.name)\" must have \"min\" or \"max\"")
    }
    if let min, let max, min > max {
      throw value.invalid("\"min\" in \"\(value.name)\" is more than \"max\"")
    }
  }
}

extension ConfigValue {
  /// Returns a number from 0.
  fileprivate func amount() throws(Failure) -> Double {
    guard let number = node.doubleValue else { throw wrongType(expected: "a number") }
    guard number >= 0, number.isFinite else { throw invalid("\"\(name)\" must be a number from 0") }
    return number
  }
}
