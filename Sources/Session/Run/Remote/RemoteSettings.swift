import Base
package import Graph
package import Store

/// The remote cache that a command uses, and whether it may write there.
///
/// The address comes from the environment, from the user's own file, or from a workspace.json whose address the user
/// trusts.
/// A pull request must not point Ambit at a server of its own.
package struct RemoteSettings {
  package let address: RemoteAddress
  /// The place that named the address.
  package let source: String
  package let mode: RemoteConfig.Mode
  package let credential: FoundCredential?
  package let policy: RemoteCache.Policy

  package enum Choice {
    /// No cache is named, or it is switched off.
    case none
    /// workspace.json names a cache that the user does not trust.
    case distrusted(String)
    case chosen(RemoteSettings)
  }

  /// `repository` is a folder in which no credential may lie. `head` is the commit that is run.
  package static func choose(
    _ config: WorkspaceConfig, _ world: World, repository: String?, head: String?
  ) throws(Failure) -> Choice {
    let trust = try TrustFile.read(world.trustFile)
    let variable = { (name: String) in world.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let asked = try mode(variable("AMBIT_CACHE_MODE"))
    guard asked != .off else { return .none }
    let named = config.cache.remote
    let entry: TrustFile.Entry
    let source: String
    let isFromEnvironment = variable("AMBIT_CACHE_URL") != nil
    if let url = variable("AMBIT_CACHE_URL") {
      (entry, source) = (trust[url] ?? .init(url: url), "AMBIT_CACHE_URL")
    } else if let named {
      guard named.mode != .off else { return .none }
      guard var known = trust[named.url] else { return .distrusted(named.url) }
      // The stricter of both modes wins.
      if named.mode == .read { known.mode = .read }
      (entry, source) = (known, "workspace.json")
    } else if let known = trust.entries.first(where: \.isDefault) {
      (entry, source) = (known, world.trustFile ?? "")
    } else {
      return .none
    }
    guard entry.mode != .off else { return .none }
    guard let address = RemoteAddress(entry.url) else { throw badAddress(entry.url, source) }
    let credential = try FoundCredential.find(
      for: address, world, repository: repository, isFromEnvironment: isFromEnvironment)
    let (chain, isCertain) = NamespaceChain.of(world.environment, config, head: head)
    let mode: RemoteConfig.Mode =
      entry.mode == .read || asked == .read || credential == nil || !isCertain ? .read : .readWrite
    var policy = RemoteCache.Policy(namespaces: chain, writes: mode == .readWrite)
    let texts = (variable("AMBIT_CACHE_KEYS") ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
    policy.trust.keys = try (entry.keys + texts).map { text throws(Failure) in try trustedKey(text) }
    policy.trust.requiresSignature =
      try flag("AMBIT_CACHE_REQUIRE_SIGNATURE", variable) || entry.requiresSignature
      || named?.requireSignature ?? false
    policy.signer = try signer(world)
    return .chosen(
      RemoteSettings(address: address, source: source, mode: mode, credential: credential, policy: policy))
  }

  private static func flag(_ name: String, _ variable: (String) -> String?) throws(Failure) -> Bool {
    switch variable(name)?.lowercased() {
    case nil, "0", "false", "no": return false
    case "1", "true", "yes": return true
    case .some:
      throw Failure(
        code: "bad-variable", message: "\(name) is neither 1 nor 0",
        hints: ["1 refuses unsigned records, 0 is the same as unset"])
    }
  }

  private static func mode(_ text: String?) throws(Failure) -> RemoteConfig.Mode? {
    guard let text else { return nil }
    if let mode = RemoteConfig.Mode(rawValue: text) { return mode }
    throw Failure(
      code: "bad-cache-mode", message: "AMBIT_CACHE_MODE is \"\(Text.escapingControls(text))\"",
      hints: ["set it to off, read or read-write"])
  }

  package static func badAddress(_ text: String, _ source: String) -> Failure {
    Failure(
      code: "bad-cache-url",
      message:
        "\(source) names \"\(Text.escapingControls(text))\", which is not the address of a remote cache",
      hints: [
        "use one such as https://cache.example/team, grpcs://cache.example or s3://bucket/prefix; without user, password or query"
      ])
  }

  package static func trustedKey(_ text: String) throws(Failure) -> RecordTrust.Key {
    if let key = SignatureKeyText.trustedKey(text) { return key }
    throw Failure(
      code: "bad-key", message: "\"\(Text.escapingControls(String(text.prefix(60))))\" is not a public key",
      hints: ["`ambit trust key FILE` prints a key; NAMESPACE=KEY is for one namespace"])
  }

  /// Returns the key that the variable holds, or that is in the file it names.
  private static func signer(_ world: World) throws(Failure) -> SigningKey? {
    guard let text = world.secrets["AMBIT_SIGNING_KEY"], !text.isEmpty else { return nil }
    if let key = SignatureKeyText.signingKey(text) { return key }
    let file = LocalFiles.read(world.absoluteText(Array(text.utf8)))
    if let key = file.flatMap({ SignatureKeyText.signingKey(String(decoding: $0, as: UTF8.self)) }) {
      return key
    }
    throw Failure(
      code: "bad-signing-key", message: "AMBIT_SIGNING_KEY is neither a key nor the path of a key",
      hints: ["`ambit trust key FILE` creates a key"])
  }
}
