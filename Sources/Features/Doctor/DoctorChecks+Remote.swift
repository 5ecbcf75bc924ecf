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
        return [Check("remote", .ok, "no remote cache: results stay on this machine (docs/trust.md)")]
      case .distrusted(let url):
        let shown = Text.escapingControls(url)
        return [
          Check(
            "remote", .warning, "workspace.json names \(shown), which you do not trust: it is not asked",
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
          fixes: ["have the server speak TLS, and name it with https:// or grpcs://"]))
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
        : "AMBIT_CACHE_TOKEN, AMBIT_CACHE_USER and AMBIT_CACHE_PASSWORD, a file by AMBIT_CREDENTIALS, or netrc"
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
          "remote", .error, "signatures are required, and no key is trusted: nothing is read",
          fixes: ["ambit trust allow URL --key KEY, or AMBIT_CACHE_KEYS"])
      ]
    }
    let mayRead = policy.namespaces.readable.filter { !policy.trust.signers(for: $0).isEmpty }
    let names = mayRead.map(\.name).joined(separator: ", ")
    var checks = [
      Check(
        "remote", .ok,
        "signatures are required; trusted keys sign for \(names.isEmpty ? "nobody here" : names)")
    ]
    if policy.writes, policy.signer == nil {
      checks.append(
        Check(
          "remote", .warning, "what is written is not signed, so nobody who asks for signatures reads it",
          fixes: ["give the key as AMBIT_SIGNING_KEY"]))
    }
    return checks
  }

  private static func check(_ step: RemoteProbe.Step, _ settings: RemoteSettings) -> Check {
    switch step {
    case .introduction(let text): return Check("remote", .ok, "it answers: \(text)")
    case .read: return Check("remote", .ok, "records can be looked up")
    case .write: return Check("remote", .ok, "records can be written")
    case .roundTrip(let milliseconds):
      return Check("remote", .ok, "what was written came back, after \(milliseconds) ms for five exchanges")
    case .wrongAnswer:
      return Check(
        "remote", .error, "what was written did not come back as it was",
        fixes: ["is something between us and the server that caches or changes answers?"])
    case .failed(let error, let whileWriting):
      let what = whileWriting ? "it cannot be written" : "it cannot be read"
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
      ["is the credential of \(settings.credential?.source ?? "") still good, and for this server?"]
    case .untrusted: ["if the authority is your own, name its certificate with SSL_CERT_FILE"]
    case .unavailable:
      ["is the address right, does the server run, is there a firewall or proxy (https_proxy) between?"]
    case .busy: ["try again later; meanwhile runs go on without it"]
    case .broken, .forgetful, .unsuitable, .stopped:
      ["is \(settings.address.scheme.rawValue):// what this server speaks?"]
    }
  }

  private static func clock(_ skew: Int) -> Check {
    guard abs(skew) > 60 else { return Check("remote", .ok, "its clock and ours agree") }
    return Check(
      "remote", .warning, "its clock is \(abs(skew)) seconds \(skew > 0 ? "ahead of" : "behind") ours",
      fixes: ["set this machine's clock: S3 and TLS refuse whoever is far off"])
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
