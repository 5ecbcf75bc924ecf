package import Base
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
    let variable = { (name: String) in world.environment.variable(name) }
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

/// A credential for a remote cache, and the place where it was found. It never comes from a file of the repository.
package struct FoundCredential {
  let credential: RemoteCredential
  /// The source for people: `AMBIT_CACHE_TOKEN`.
  package let source: String

  /// Finds the credential for an address. Returns nil if there is none; then the cache is only read.
  /// A token of the environment is only for the address that is also in the environment.
  /// Otherwise workspace.json could choose who gets the token.
  static func find(
    for address: RemoteAddress, _ world: World, repository: String?, isFromEnvironment: Bool
  ) throws(Failure) -> FoundCredential? {
    if address.scheme == .s3 { return s3(world) }
    if isFromEnvironment, let token = world.secrets["AMBIT_CACHE_TOKEN"], !token.isEmpty {
      return FoundCredential(credential: .bearer(token), source: "AMBIT_CACHE_TOKEN")
    }
    if isFromEnvironment, let password = world.secrets["AMBIT_CACHE_PASSWORD"], !password.isEmpty {
      let user = world.secrets["AMBIT_CACHE_USER"] ?? "ambit"
      return FoundCredential(
        credential: .basic(user: user, password: password), source: "AMBIT_CACHE_PASSWORD")
    }
    if let file = world.secrets["AMBIT_CREDENTIALS"], !file.isEmpty,
      let found = try CredentialFile.read(file, world, repository: repository).credential(for: address)
    {
      return FoundCredential(credential: found, source: file)
    }
    guard let file = world.netrcFile, mentions(address.host, file) else { return nil }
    return FoundCredential(credential: .netrc, source: file)
  }

  private static func s3(_ world: World) -> FoundCredential? {
    guard let accessKey = world.environment.variable("AWS_ACCESS_KEY_ID"),
      let secretKey = world.environment.variable("AWS_SECRET_ACCESS_KEY")
    else { return nil }
    let token = world.environment.variable("AWS_SESSION_TOKEN")
    return FoundCredential(
      credential: .s3(S3Credential(accessKey: accessKey, secretKey: secretKey, sessionToken: token)),
      source: "AWS_ACCESS_KEY_ID")
  }

  private static func mentions(_ host: String, _ netrc: String) -> Bool {
    guard let bytes = LocalFiles.read(netrc) else { return false }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return zip(words, words.dropFirst()).contains { $0 == "machine" && $1 == host }
      || words.contains("default")
  }
}

extension World {
  /// The user's netrc file, if there is one.
  var netrcFile: String? {
    if let file = environment.variable("NETRC") { return file }
    return environment["HOME"].map { "\($0)/.netrc" }.flatMap { LocalFiles.exists($0) ? $0 : nil }
  }
}

/// The file that `AMBIT_CREDENTIALS` names, with a credential for each remote cache.
struct CredentialFile {
  private let entries: [(url: String, credential: RemoteCredential)]

  static func read(_ file: String, _ world: World, repository: String?) throws(Failure) -> CredentialFile {
    let path = world.absoluteText(Array(file.utf8))
    let hint =
      "AMBIT_CREDENTIALS takes the path of a file such as "
      + #"{"remotes": [{"url": "https://cache.example", "token": "..."}]}"#
    if let repository, LocalFiles.resolved(path)?.hasPrefix("\(repository)/") ?? false {
      throw Failure(
        code: "credentials-in-repository",
        message: "\"\(file)\" is in the repository, where others can change it",
        hints: ["keep credentials outside of the repository"])
    }
    guard let bytes = LocalFiles.read(path) else {
      throw Failure(
        code: "credentials-unreadable", message: "the credentials \"\(file)\" cannot be read", hints: [hint])
    }
    let list = (try? JSONParser.parse(bytes))?["remotes"]?.arrayValue
    let entries = list?.map(entry) ?? [nil]
    guard !entries.contains(where: { $0 == nil }) else {
      // The message must not repeat any of the file's contents.
      throw Failure(
        code: "credentials-unreadable", message: "the credentials \"\(file)\" have the wrong format",
        hints: [hint])
    }
    return CredentialFile(entries: entries.compactMap { $0 })
  }

  private static func entry(_ node: JSONNode) -> (url: String, credential: RemoteCredential)? {
    guard let url = node["url"]?.stringValue else { return nil }
    if let token = node["token"]?.stringValue { return (url, .bearer(token)) }
    guard let user = node["user"]?.stringValue, let password = node["password"]?.stringValue else {
      return nil
    }
    return (url, .basic(user: user, password: password))
  }

  /// A credential is for a server or for a part of its paths. The longest address that fits wins.
  func credential(for address: RemoteAddress) -> RemoteCredential? {
    let text = address.description
    return entries.filter { text == $0.url || text.hasPrefix($0.url.hasSuffix("/") ? $0.url : "\($0.url)/") }
      .max { $0.url.utf8.count < $1.url.utf8.count }?.credential
  }
}
