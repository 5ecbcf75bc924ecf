import Base
import ProgramSupport

/// What a run says of a feature's test.
enum Verdict: Sendable, Hashable, CustomStringConvertible {
  /// Passed, now or before; or nothing of it was affected, so that what passed stands.
  case passed
  /// Failed, for it saw another value.
  case saw(String)
  /// Did not come as far as that: something did not build, or could not be read.
  case broken
  /// The run ended without a report.
  case none

  var description: String {
    switch self {
    case .passed: "passed"
    case .saw(let value): "saw \(value)"
    case .broken: "broken"
    case .none: "no verdict"
    }
  }

  /// The verdict that words of a failed run hold.
  init(failure words: String) {
    // Errors quote the sources that say it.
    let values = words.split(separator: "saw <<").dropFirst().compactMap { $0.split(separator: ">>").first }
    self = values.first { !$0.contains("\\") }.map { .saw(String($0)) } ?? .broken
  }
}

extension AmbitOutcome {
  /// What this run of tests says of a feature. What a run does not name was not affected, unless it was of all.
  func verdict(on feature: Feature, ofAll: Bool = false) -> Verdict {
    guard json?["outcome"] != nil else { return .none }
    // The modules of such a package are not known.
    let isUnjudged = (json?["packages"]?.arrayValue ?? []).contains {
      $0["package"]?.stringValue == feature.folder && $0["outcome"]?.stringValue == "no-verdict"
    }
    if isUnjudged { return .broken }
    guard let module = modules[feature.module] else { return ofAll ? .none : .passed }
    switch module["outcome"]?.stringValue {
    case "passed", "cached": return .passed
    case "failed":
      let words = (module["failures"]?.arrayValue ?? []).compactMap { $0["message"]?.stringValue }
      return Verdict(failure: words.joined(separator: " "))
    default: return .broken
    }
  }
}
