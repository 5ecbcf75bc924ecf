import Digests
import Support

/// The Content-Security-Policy of a page: nothing may be fetched, framed or sent anywhere, and nothing runs or styles
/// but what is named by the digest of its bytes, should a text ever get past those who escape it.
package enum PagePolicy {
  /// `style` and `script` are all that stands between the tags of their elements.
  package static func text(script: String? = nil, style: String) -> String {
    let allowed = [
      "default-src 'none'", script.map { "script-src '\(digest(of: $0))'" },
      "style-src '\(digest(of: style))'",
      "base-uri 'none'", "form-action 'none'",
    ]
    return allowed.compactMap(\.self).joined(separator: "; ")
  }

  private static func digest(of text: String) -> String {
    "sha256-\(Base64.text(of: SHA256.digest(of: text.utf8).bytes))"
  }
}
