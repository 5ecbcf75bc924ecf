import Base
import Store

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
    guard let accessKey = world.environment["AWS_ACCESS_KEY_ID"], !accessKey.isEmpty,
      let secretKey = world.environment["AWS_SECRET_ACCESS_KEY"], !secretKey.isEmpty
    else { return nil }
    let token = world.environment["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
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
    if let file = environment["NETRC"], !file.isEmpty { return file }
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
