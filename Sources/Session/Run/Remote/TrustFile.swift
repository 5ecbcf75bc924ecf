package import Base
package import Graph
import Store

/// The remote caches and signing keys that this user trusts. The file is the user's own, so no repository can change
/// it.
package struct TrustFile: Equatable {
  package struct Entry: Equatable {
    package var url: String
    package var mode = RemoteConfig.Mode.readWrite
    package var requiresSignature = false
    /// Keys as `ambit trust` takes them.
    package var keys: [String] = []
    /// True when the cache is also used where no workspace.json names one.
    package var isDefault = false

    package init(url: String) { self.url = url }
  }

  package var entries: [Entry] = []

  package subscript(url: String) -> Entry? { index(of: url).map { entries[$0] } }

  /// Finds an address, however it is spelled.
  package func index(of url: String) -> Int? {
    let address = RemoteAddress(url)
    return entries.firstIndex { $0.url == url || (address != nil && RemoteAddress($0.url) == address) }
  }
}

extension World {
  /// The file by the XDG rules, or nil without a home folder.
  package var trustFile: String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/ambit/trust.json"
    }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config/ambit/trust.json" : nil }
  }
}

// MARK: On disk

extension TrustFile {
  private static let schema = 1

  /// Returns an empty file where there is none. An unreadable file stops the command: without it, unsigned records
  /// could count.
  package static func read(_ path: String?) throws(Failure) -> TrustFile {
    guard let path, LocalFiles.isThere(path) else { return TrustFile() }
    guard let bytes = LocalFiles.read(path), let node = try? JSONParser.parse(bytes),
      node["schema"]?.intValue == schema, let list = node["remotes"]?.arrayValue
    else { throw unreadable(path) }
    var file = TrustFile()
    for item in list {
      guard let entry = Entry(item) else { throw unreadable(path) }
      file.entries.append(entry)
    }
    return file
  }

  package func write(to path: String) throws(Failure) {
    guard LocalFiles.replace(path, with: Array(text.utf8)) else {
      throw Failure(
        code: "trust-unwritable", message: "cannot write \"\(path)\"",
        hints: ["the file lists trusted remote caches; XDG_CONFIG_HOME sets another folder"])
    }
  }

  private static func unreadable(_ path: String) -> Failure {
    Failure(
      code: "trust-unreadable", message: "\"\(path)\" is not a file of `ambit trust`",
      hints: ["fix or remove it, then trust the caches again: `ambit trust allow URL`"])
  }

  private var text: String {
    let remotes: [JSON] = entries.map { entry in
      [
        "url": entry.url, "mode": entry.mode.rawValue, "requireSignature": entry.requiresSignature,
        "keys": entry.keys, "default": entry.isDefault,
      ]
    }
    return JSON(["schema": Self.schema, "remotes": remotes]).prettyJSON + "\n"
  }
}

extension TrustFile.Entry {
  fileprivate init?(_ node: JSONNode) {
    guard let url = node["url"]?.stringValue, RemoteAddress(url) != nil,
      let mode = node["mode"]?.stringValue.flatMap({ RemoteConfig.Mode(rawValue: $0) }),
      let requiresSignature = node["requireSignature"]?.boolValue, let keys = node["keys"]?.arrayValue,
      let isDefault = node["default"]?.boolValue
    else { return nil }
    let texts = keys.compactMap(\.stringValue)
    guard texts.count == keys.count, texts.allSatisfy({ SignatureKeyText.trustedKey($0) != nil }) else {
      return nil
    }
    self.url = url
    self.mode = mode
    self.requiresSignature = requiresSignature
    self.keys = texts
    self.isDefault = isDefault
  }
}
