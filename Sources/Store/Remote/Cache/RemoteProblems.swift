import Base

/// Counts the problems with a server's answers, and reports each kind once.
final class RemoteProblems: Sendable {
  enum Kind: String, CaseIterable {
    case damaged = "remote-damaged"
    case incomplete = "remote-incomplete"
    case unsigned = "remote-unsigned"
    case distrusted = "remote-distrusted"
  }

  private let found = Guarded<[Kind: Int]>([:])

  func note(_ kind: Kind) { found.with { $0[kind, default: 0] += 1 } }

  func warnings(_ address: String) -> [Warning] {
    let found = found.with { $0 }
    return Kind.allCases.compactMap { kind in
      found[kind].map {
        Warning(code: kind.rawValue, message: Self.message(kind, $0, address), hints: Self.hints(kind))
      }
    }
  }

  private static func message(_ kind: Kind, _ count: Int, _ address: String) -> String {
    let records = count == 1 ? "a record" : "\(count) records"
    return switch kind {
    case .damaged:
      "\(records) of the remote cache \(address) were not used: the contents are wrong, or of another record"
    case .incomplete: "\(records) of the remote cache \(address) were not used: parts are missing or damaged"
    case .unsigned:
      "\(records) of the remote cache \(address) were not used: a signature is required and missing"
    case .distrusted:
      "\(records) of the remote cache \(address) were not used: the signature is not trusted"
    }
  }

  private static func hints(_ kind: Kind) -> [String] {
    switch kind {
    case .damaged, .incomplete: []
    case .unsigned: ["writers must sign: set AMBIT_SIGNING_KEY to a key that `ambit trust key FILE` makes"]
    case .distrusted: ["if a key changed, trust the new key: `ambit trust allow URL --key KEY`"]
    }
  }

  static func unusable(_ address: String, _ error: RemoteError) -> Warning {
    let start = "the remote cache \(address) is not used in this run: \(error.reason)"
    return switch error.kind {
    case .untrusted:
      Warning(
        code: "remote-untrusted", message: start,
        hints: ["to trust a certificate authority of your own, set SSL_CERT_FILE"])
    default:
      Warning(
        code: "remote-unavailable", message: start, hints: ["`ambit doctor` tests the connection"])
    }
  }

  static func denied(_ address: String, _ namespaces: [Namespace], _ error: RemoteError) -> Warning {
    let names = namespaces.map(\.name).joined(separator: " and ")
    return Warning(
      code: "remote-denied",
      message: "the remote cache \(address) denies reading \(names): \(error.reason)",
      hints: ["`ambit doctor` shows the credential and its rights"])
  }

  static func troubled(_ address: String, _ count: Int, _ error: RemoteError) -> Warning {
    let what = count == 1 ? "a request" : "\(count) requests"
    return Warning(
      code: "remote-troubled", message: "\(what) to the remote cache \(address) failed: \(error.reason)")
  }

  static func deniedWrites(_ address: String, _ namespace: Namespace) -> Warning {
    Warning(
      code: "remote-read-only",
      message: "nothing is sent to the remote cache \(address): it denies writing to \(namespace)",
      hints: ["`ambit doctor` shows the credential and its rights"])
  }
}
