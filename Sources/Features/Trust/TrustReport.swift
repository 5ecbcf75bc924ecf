package import Base
import Reports

/// The result of `ambit trust`.
package struct TrustReport: Sendable, Hashable {
  package struct Remote: Sendable, Hashable {
    package let url: String
    package let mode: String
    package let requiresSignature: Bool
    package let keys: [String]
    package let isDefault: Bool

    package init(url: String, mode: String, requiresSignature: Bool, keys: [String], isDefault: Bool) {
      self.url = url
      self.mode = mode
      self.requiresSignature = requiresSignature
      self.keys = keys
      self.isDefault = isDefault
    }
  }

  package enum Change: Sendable, Hashable {
    case allowed(String)
    case revoked(String)
    /// The URL was not trusted, so nothing was revoked.
    case absent(String)
    case madeKey(file: String, publicKey: String)
  }

  package var change: Change?
  package var remotes: [Remote]
  /// The file that holds the trusted remotes.
  package var file: String
  /// The remote that workspace.json of this workspace names; nil where there is none.
  package var named: String?

  package init(change: Change? = nil, remotes: [Remote], file: String, named: String? = nil) {
    self.change = change
    self.remotes = remotes
    self.file = file
    self.named = named
  }

  package var json: String {
    let remotes: [JSON] = remotes.map { remote in
      [
        "url": remote.url, "mode": remote.mode, "requireSignature": remote.requiresSignature,
        "keys": remote.keys, "everywhere": remote.isDefault,
      ]
    }
    return JSON.report([
      "file": file, "workspace": named, "publicKey": publicKey, "remotes": remotes,
    ])
  }

  private var publicKey: String? {
    if case .madeKey(_, let key) = change { key } else { nil }
  }

  package var lines: [StyledText] {
    switch change {
    case .madeKey(let file, let key):
      [
        "\("Made ", .good)\(file, .path), which signs: keep it secret, and give it to CI as AMBIT_SIGNING_KEY",
        "Its public half, for those who read: \(key, .path)",
      ]
    case .allowed(let url): ["\("Trusted: ", .good)\(url, .path)"] + list
    case .revoked(let url): ["\("No longer trusted: ", .good)\(url, .path)"] + list
    case .absent(let url): ["Was not trusted: \(url, .path)"] + list
    case nil: list
    }
  }

  private var list: [StyledText] {
    var lines: [StyledText] = []
    for remote in remotes {
      let words = [
        remote.mode, remote.requiresSignature ? "signed records only" : nil,
        remote.isDefault ? "everywhere" : nil, remote.url == named ? "named by workspace.json" : nil,
      ].compactMap { $0 }
      lines.append("\(remote.url, .path)\("  \(words.joined(separator: ", "))", .dim)")
      lines += remote.keys.map { "\("  key ", .dim)\($0, .path)" }
    }
    if remotes.isEmpty { lines.append("No remote cache is trusted") }
    if let named, !remotes.contains(where: { $0.url == named }) {
      lines += [
        "workspace.json names \(named, .path)\(", which is not trusted", .warning)",
        "\("→ ", .dim)if it is your team's: ambit trust allow \(named)",
      ]
    }
    return lines
  }
}
