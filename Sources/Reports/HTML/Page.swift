import Digests
import Support

/// `page.html`: the frame of a page without a script, in one file that loads nothing.
enum PageFrame {
  private enum Hole: String {
    case policy, title, style, body
  }

  static func page(title: String, style: String, body: HTMLWriter) -> String {
    PageTemplate.filled(PackageResources.page_html) { (hole: Hole) in
      switch hole {
      case .policy: PagePolicy.text(style: style)
      case .title: HTMLWriter.escaped(title)
      case .style: style
      case .body: body.text
      }
    }
  }
}

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

/// A document with holes: `{{name}}` stands for the value of that name.
///
/// All are filled in one pass, so that nothing within a value is taken for a hole. Values are written as they are:
/// whoever gives one knows the place that it goes to, and has escaped it.
package enum PageTemplate {
  package static func filled<Hole: RawRepresentable<String>>(
    _ file: [UInt8], _ value: (Hole) -> String
  ) -> String {
    let pieces = String(decoding: file, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { text, piece in
      let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let hole = Hole(rawValue: String(parts[0])) else { return text += "{{\(piece)" }
      text += value(hole)
      text += parts[1]
    }
  }
}
