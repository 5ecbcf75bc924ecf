import Base
import GitBridge
import Graph
import Reports
import Session
import Store
import SwiftSources
import Xcode

extension DoctorChecks {
  /// The limit for checks of one kind. The others are counted.
  private static let most = 5

  static func configuration(_ workspace: OpenWorkspace) -> [Check] {
    let file = workspace.location.absolutePath(of: workspace.location.configuration)
    guard LocalFiles.exists(file) else {
      return [Check("workspace", .ok, "no workspace.json: defaults apply (`ambit init` proposes one)")]
    }
    return [Check("workspace", .ok, "\(file) is valid")] + schema(beside: file)
  }

  /// An old schema makes editors mark settings of a newer version as wrong.
  private static func schema(beside file: String) -> [Check] {
    let schema = "\(LocalFiles.folder(of: file))/\(WorkspaceSchema.path)"
    guard let there = LocalFiles.read(schema), there != WorkspaceSchema.bytes else { return [] }
    return [
      Check(
        "workspace", .warning, "\(schema) is from another version of Ambit",
        fixes: ["update it: `ambit init --schema`"])
    ]
  }

  static func manifests(
    _ workspace: OpenWorkspace, _ loaded: WorkspaceLoader.Loaded, _ statistics: EvaluationStatistics
  ) -> [Check] {
    let graph = loaded.head
    do throws(Failure) {
      try workspace.refuseEmpty(loaded, .packagesAndProjects)
    } catch {
      return [failed("manifests", error)]
    }
    if graph.packages.isEmpty { return [] }
    let modules = graph.listedModules.count { _ in true }
    let packages = graph.packages.count { !$0.isMissing }
    let found =
      "\(Wording.count(packages, "package")) with \(Wording.count(modules, "module")) (\(words(statistics)))"
    var checks = [Check("manifests", .ok, found)]
    checks += limited(
      loaded.unknownPackages.map { package in
        Check(
          "manifests", .error, "\"//\(package.folder)\" cannot be evaluated: \(package.reason)",
          fixes: ["fix the manifest; until then all possible dependents are selected"])
      })
    checks += limited(loaded.warnings.map { warning("manifests", $0) })
    checks += limited(
      CycleFinder.cycles(in: graph).map { cycle in
        Check(
          "manifests", .warning, Session.sentence(for: cycle),
          fixes: ["remove one of these dependencies"])
      })
    return checks
  }

  /// The Xcode projects, with doubts about them.
  static func projects(_ loaded: WorkspaceLoader.Loaded) -> [Check] {
    let projects = loaded.projects
    guard !projects.isEmpty else { return [] }
    let found =
      "\(Wording.count(projects.containers.count, "project")) with \(Wording.count(projects.graph.modules.count, "target"))"
    let unread = projects.unread.map { project in
      Check(
        "xcode", .error, "\"\(project.folder)\" cannot be read: \(project.reason)",
        fixes: ["fix the file; until then every target is selected"])
    }
    return [Check("xcode", .ok, found)] + limited(unread)
      + limited(projects.graph.warnings.map { warning("xcode", $0) })
  }

  /// `manifests: 10 from the cache, 2 evaluated together`
  private static func words(_ statistics: EvaluationStatistics) -> String {
    let parts = [
      (statistics.fromCache, "from the cache"), (statistics.batched, "evaluated together"),
      (statistics.rerun, "run again, because they read other files"),
      (statistics.fellBack, "evaluated one by one, which is slower"),
    ].filter { $0.0 > 0 }
    return "manifests: " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Lines of `test.quarantine` that have ended, or end within a week.
  static func quarantine(_ config: WorkspaceConfig, now: Int) -> [Check] {
    let today = Timestamp.date(now)
    return limited(
      config.quarantine.filter { $0.ends(within: 7, ofSecond: now) }.map { line in
        let word = line.hasEnded(on: today) ? "ended" : "ends"
        return Check(
          "workspace", .warning, "the quarantine of \"\(line.cases)\" \(word) on \(line.until)",
          fixes: ["fix the test (\(line.owner)) and remove the line, or set a later date"])
      })
  }

  /// Patterns of workspace.json that match no module.
  static func patterns(_ config: WorkspaceConfig, _ graph: WorkspaceGraph) -> [Check] {
    let unmatched = config.unmatchedPatterns(
      modules: graph.listedModules.map(\.id), packages: graph.packages.map(\.folder))
    return limited(
      unmatched.map { unmatched in
        Check(
          "workspace", .warning,
          "the pattern \"\(unmatched.pattern)\" in \"\(unmatched.place)\" matches no module",
          fixes: ["correct it in workspace.json, or remove it"])
      })
  }

  static func owners(_ workspace: OpenWorkspace, _ graph: WorkspaceGraph) throws(Failure) -> [Check] {
    let (resolver, warnings) = try workspace.ownerResolver()
    let checks = limited(warnings.map { warning("owners", $0) })
    let modules = Array(graph.listedModules)
    if modules.isEmpty { return checks }
    let unowned = modules.filter { resolver.owners(of: $0).isUnowned }
    if unowned.isEmpty {
      return [Check("owners", .ok, "every module has an owner")] + checks
    }
    if unowned.count == modules.count, warnings.isEmpty {
      return [Check("owners", .ok, "no owners are declared (CODEOWNERS or \"owners\" in workspace.json)")]
    }
    let names = unowned.prefix(3).map(\.id.description).joined(separator: ", ")
    let message = "\(unowned.count) of \(Wording.count(modules.count, "module")) without an owner: \(names)"
    let all = unowned.count > 3 ? "\(message) and \(unowned.count - 3) more" : message
    return [
      Check(
        "owners", .warning, all,
        fixes: ["add a line to CODEOWNERS, or a rule to \"owners\" in workspace.json"])
    ] + checks
  }

  /// The first checks, and the number of the others.
  private static func limited(_ checks: [Check]) -> [Check] {
    guard checks.count > most, let last = checks.last else { return checks }
    return checks.prefix(most) + [Check(last.id, last.status, "and \(checks.count - most) more like it")]
  }
}

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
