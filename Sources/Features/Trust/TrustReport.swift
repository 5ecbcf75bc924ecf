import Base
import Graph
import Reports
import Session

/// The result of `ambit trust`.
struct TrustReport {
  enum Change: Sendable, Hashable {
    case allowed(String)
    case revoked(String)
    /// The URL was not trusted, so nothing was revoked.
    case absent(String)
    case madeKey(file: String, publicKey: String)
  }

  var change: Change?
  var remotes: [TrustFile.Entry]
  /// The file that holds the trusted remotes.
  var file: String
  /// The remote that workspace.json of this workspace names; nil where there is none.
  var named: String?

  var json: String {
    let remotes: [JSON] = remotes.map { remote in
      [
        "url": remote.url, "mode": remote.mode.rawValue, "requireSignature": remote.requiresSignature,
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

  var lines: [StyledText] {
    switch change {
    case .madeKey(let file, let key):
      [
        "\("Made ", .good)\(file, .path), the signing key: keep it secret, and give it to CI as AMBIT_SIGNING_KEY",
        "Its public key, for readers: \(key, .path)",
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
        remote.mode.rawValue, remote.requiresSignature ? "signed records only" : nil,
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
