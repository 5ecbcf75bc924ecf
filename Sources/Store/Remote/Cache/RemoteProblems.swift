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
      "\(records) of the remote cache \(address) were not used: not what was written, or of something else"
    case .incomplete: "\(records) of the remote cache \(address) were not used: parts are missing or damaged"
    case .unsigned:
      "\(records) of the remote cache \(address) were not used: nobody signed, and signatures are required"
    case .distrusted:
      "\(records) of the remote cache \(address) were not used: the signature is of nobody who is trusted"
    }
  }

  private static func hints(_ kind: Kind) -> [String] {
    switch kind {
    case .damaged, .incomplete: []
    case .unsigned: ["whoever writes there has to sign: AMBIT_SIGNING_KEY, see docs/trust.md"]
    case .distrusted: ["if a key was changed, trust the new one: `ambit trust allow URL --key KEY`"]
    }
  }

  static func unusable(_ address: String, _ error: RemoteError) -> Warning {
    let start = "the remote cache \(address) is not used in this run: \(error.reason)"
    return switch error.kind {
    case .untrusted:
      Warning(
        code: "remote-untrusted", message: start,
        hints: ["a certificate of your own authority is believed when SSL_CERT_FILE names it"])
    default:
      Warning(
        code: "remote-unavailable", message: start, hints: ["`ambit doctor` looks at it step by step"])
    }
  }

  static func denied(_ address: String, _ namespaces: [Namespace], _ error: RemoteError) -> Warning {
    let names = namespaces.map(\.name).joined(separator: " and ")
    return Warning(
      code: "remote-denied",
      message: "the remote cache \(address) does not let us read \(names): \(error.reason)",
      hints: ["`ambit doctor` says which credential is used and what it may do"])
  }

  static func troubled(_ address: String, _ count: Int, _ error: RemoteError) -> Warning {
    let what = count == 1 ? "an exchange" : "\(count) exchanges"
    return Warning(
      code: "remote-troubled", message: "\(what) with the remote cache \(address) failed: \(error.reason)")
  }

  static func deniedWrites(_ address: String, _ namespace: Namespace) -> Warning {
    Warning(
      code: "remote-read-only",
      message: "nothing is sent to the remote cache \(address): it does not let us write to \(namespace)",
      hints: ["`ambit doctor` says which credential is used and what it may do"])
  }
}
