import Base
import GitBridge
import Graph
import Reports
import Session
import Store

extension DoctorChecks {
  /// The remote cache, step by step: the setting that names it, whether it answers, and what it allows. The check
  /// writes one record of its own.
  static func remote(_ workspace: OpenWorkspace, _ world: World) -> [Check] {
    do throws(Failure) {
      switch try RemoteSettings.choose(
        workspace.config, world, repository: workspace.repository.workingFolder,
        head: workspace.head.commit?.description)
      {
      case .none:
        return [Check("remote", .ok, "no remote cache: results stay on this machine (`ambit trust --help`)")]
      case .distrusted(let url):
        let shown = Text.escapingControls(url)
        return [
          Check(
            "remote", .warning,
            "workspace.json names \(shown), which you do not trust: Ambit does not use it",
            fixes: ["if it is your team's: ambit trust allow \(shown)"])
        ]
      case .chosen(let settings):
        return remote(settings, world) + workers(settings, workspace.config.run, world)
      }
    } catch {
      return [failed("remote", error)]
    }
  }

  private static func remote(_ settings: RemoteSettings, _ world: World) -> [Check] {
    var checks = [Check("remote", .ok, "\(settings.address), from \(settings.source)")]
    if let obstacle = HTTPClient.obstacle {
      return checks + [
        Check("remote", .error, obstacle, fixes: ["install libcurl: apt-get install libcurl4"])
      ]
    }
    checks.append(credential(settings))
    checks.append(namespaces(settings.policy))
    checks += signatures(settings.policy)
    if settings.tellsOthers(world), settings.credential != nil {
      checks.append(
        Check(
          "remote", .warning, "the credential goes over the network as plain text",
          fixes: ["use TLS: an address with https:// or grpcs://"]))
    }
    let store = settings.store(world)
    checks += RemoteProbe(store, settings.policy).run().map { check($0, settings) }
    if let time = (try? store.clock(in: settings.policy.namespaces.trunk)) ?? nil {
      checks.append(clock(time - world.date()))
    }
    return checks
  }

  private static func credential(_ settings: RemoteSettings) -> Check {
    guard let credential = settings.credential else {
      let names =
        settings.address.scheme == .s3
        ? "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        : "AMBIT_CACHE_TOKEN, AMBIT_CACHE_USER and AMBIT_CACHE_PASSWORD, AMBIT_CREDENTIALS, or netrc"
      return Check("remote", .ok, "no credential, so nothing is written (\(names))")
    }
    return Check(
      "remote", .ok,
      "the credential is from \(credential.source); \(settings.mode == .read ? "reads" : "reads and writes")")
  }

  private static func namespaces(_ policy: RemoteCache.Policy) -> Check {
    let chain = policy.namespaces
    let reads = chain.readable.map(\.name).joined(separator: ", then ")
    return Check("remote", .ok, policy.writes ? "writes \(chain.own), reads \(reads)" : "reads \(reads)")
  }

  private static func signatures(_ policy: RemoteCache.Policy) -> [Check] {
    guard policy.trust.requiresSignature else { return [] }
    guard !policy.trust.keys.isEmpty else {
      return [
        Check(
          "remote", .error, "signatures are required, but no key is trusted: nothing is read",
          fixes: ["ambit trust allow URL --key KEY, or set AMBIT_CACHE_KEYS"])
      ]
    }
    let mayRead = policy.namespaces.readable.filter { !policy.trust.signers(for: $0).isEmpty }
    let names = mayRead.map(\.name).joined(separator: ", ")
    var checks = [
      Check(
        "remote", .ok,
        "signatures are required; trusted keys cover \(names.isEmpty ? "no namespace" : names)")
    ]
    if policy.writes, policy.signer == nil {
      checks.append(
        Check(
          "remote", .warning, "records are written without a signature: readers that require one ignore them",
          fixes: ["set AMBIT_SIGNING_KEY to the key"]))
    }
    return checks
  }

  private static func check(_ step: RemoteProbe.Step, _ settings: RemoteSettings) -> Check {
    switch step {
    case .introduction(let text): return Check("remote", .ok, "the server answers: \(text)")
    case .read: return Check("remote", .ok, "records can be looked up")
    case .write: return Check("remote", .ok, "records can be written")
    case .roundTrip(let milliseconds):
      return Check("remote", .ok, "a test record came back unchanged: \(milliseconds) ms for five requests")
    case .wrongAnswer:
      return Check(
        "remote", .error, "a test record came back changed",
        fixes: ["check for a proxy that caches or changes answers"])
    case .failed(let error, let whileWriting):
      let what = whileWriting ? "cannot write" : "cannot read"
      return Check("remote", .error, "\(what): \(error.reason)", fixes: fixes(error, whileWriting, settings))
    }
  }

  private static func fixes(
    _ error: RemoteError, _ whileWriting: Bool, _ settings: RemoteSettings
  ) -> [String] {
    switch error.kind {
    case .denied where whileWriting:
      [
        "let this credential write to the namespace \(settings.policy.namespaces.own), or set AMBIT_CACHE_MODE=read"
      ]
    case .denied where settings.credential == nil:
      ["give a credential: AMBIT_CACHE_TOKEN, netrc or AMBIT_CREDENTIALS"]
    case .denied:
      ["check that the credential from \(settings.credential?.source ?? "") is valid for this server"]
    case .untrusted: ["for your own certificate authority, set SSL_CERT_FILE to its certificate"]
    case .unavailable:
      ["check the address, the server, firewalls and the proxy (https_proxy)"]
    case .busy: ["try again later; runs continue without it"]
    case .broken, .forgetful, .unsuitable, .stopped:
      ["check that this server speaks \(settings.address.scheme.rawValue)://"]
    }
  }

  private static func clock(_ skew: Int) -> Check {
    guard abs(skew) > 60 else { return Check("remote", .ok, "the server's clock agrees with this machine's") }
    return Check(
      "remote", .warning,
      "the server's clock is \(abs(skew)) seconds \(skew > 0 ? "ahead of" : "behind") this machine's",
      fixes: ["set this machine's clock: S3 and TLS reject requests with a wrong time"])
  }
}

extension RemoteSettings {
  /// True when others can read the traffic.
  fileprivate func tellsOthers(_ world: World) -> Bool {
    let place = S3Place(world.environment)
    if address.scheme == .s3 ? place.isSecure : address.scheme.isSecure { return false }
    let host = address.scheme == .s3 ? place.endpoint.flatMap { RemoteAddress($0) }?.host ?? "" : address.host
    return !["localhost", "127.0.0.1", "[::1]"].contains(host) && !host.hasSuffix(".localhost")
  }
}
