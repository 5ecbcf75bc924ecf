import Base

/// An entry of `test.quarantine`: cases whose failures do not decide a verdict until a date.
package struct QuarantineLine: Sendable, Hashable {
  package var cases: CasePattern
  package var owner: String
  package var reason: String
  /// The last day on which it counts, in UTC: `2027-01-15`.
  package var until: String

  package init(cases: CasePattern, owner: String, reason: String, until: String) {
    self.cases = cases
    self.owner = owner
    self.reason = reason
    self.until = until
  }

  /// `today` is a date in the same form, so that the order of texts is the order of days.
  package func hasEnded(on today: String) -> Bool { until < today }

  /// True when the line ends within `days` days.
  package func ends(within days: Int, ofSecond now: Int) -> Bool {
    until <= Timestamp.date(now + days * 86_400)
  }
}

/// A pattern for test cases by the names that reports show: `CartTests.CheckoutTests/testTotal*`. A `*` stands for any
/// characters, and all others for themselves.
package struct CasePattern: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  /// Returns nil for a text without a module, since it would match no case or the cases of all modules.
  package init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), dot != text.startIndex, text.last != ".",
      text.utf8.count <= 1000
    else { return nil }
    self.text = text
  }

  package var description: String { text }

  package func matches(_ name: String) -> Bool {
    PathMatcher(.stars).matches(Array(text.utf8), Array(name.utf8)[...])
  }

  /// The compiled name of the only module that it is for. nil where a `*` may stand for modules.
  package var module: String? {
    let name = text.prefix { $0 != "." }
    return name.contains("*") ? nil : String(name)
  }

  /// Returns true when it may match cases of the module with that compiled name.
  package func mayMatch(module: String) -> Bool {
    self.module.map { $0 == module } ?? module.utf8.starts(with: text.prefix { $0 != "*" }.utf8)
  }
}

/// The lines of `test.quarantine` that count in a run, and those that do not.
package struct Quarantine: Sendable, Hashable {
  /// The lines that the change was compared with.
  package enum Base: Sendable, Hashable {
    /// There is no base, so the head's lines count.
    case absent
    /// The base cannot be read, so no line counts.
    case unreadable
    case lines([QuarantineLine])
  }

  package private(set) var counting: [QuarantineLine] = []
  /// The lines whose last day is over.
  package private(set) var ended: [QuarantineLine] = []
  /// The lines that the base does not have. A change must not put aside the test that it breaks.
  package private(set) var unconfirmed: [QuarantineLine] = []

  package static let none = Quarantine([], base: .absent, today: "")

  /// A line counts on a day when the head has it and, if there is a base, the base puts the same cases aside on that
  /// day.
  package init(_ lines: [QuarantineLine], base: Base, today: String) {
    for line in lines {
      guard !line.hasEnded(on: today) else {
        ended.append(line)
        continue
      }
      switch base {
      case .absent: counting.append(line)
      case .unreadable: unconfirmed.append(line)
      case .lines(let known):
        let last = known.filter { $0.cases == line.cases }.map(\.until).max()
        guard let last, last >= today else {
          unconfirmed.append(line)
          continue
        }
        var line = line
        line.until = min(line.until, last)
        counting.append(line)
      }
    }
  }
}

// MARK: Decoding

/// `test`: the way in which cases are judged.
struct CasesConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case quarantine }

  var quarantine: [QuarantineLine] = []

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    for element in try object[.quarantine]?.elements() ?? [] {
      quarantine.append(try QuarantineLine(element))
    }
  }
}

extension QuarantineLine: ConfigDecodable {
  enum Key: String, ConfigKey { case cases, owner, reason, until }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    cases = try object.require(.cases)
    owner = try object.require(.owner)
    reason = try object.require(.reason)
    until = try object.require(.until)
    guard Timestamp.seconds(ofDate: until) == nil else { return }
    throw (object[.until] ?? value).invalid(
      "\"\(value.name).until\" must be a day such as \"2027-01-15\", not \(ConfigValue.quote(until))")
  }
}

extension CasePattern: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    guard let pattern = CasePattern(text) else {
      throw value.invalid(
        "\"\(value.name)\" must name test cases as in reports, such as \"CartTests.CheckoutTests/testTotal\", "
          + "not \(ConfigValue.quote(text))")
    }
    self = pattern
  }
}
