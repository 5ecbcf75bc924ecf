import Digests

/// `ambit graph --format html`: one page that needs nothing but itself.
///
/// It fetches nothing and runs nothing but the script below, which its Content-Security-Policy names by digest; what
/// modules, files and rules are called reaches the document only as data.
package enum GraphPage {
  package static func text(_ report: GraphReport) -> String {
    let style = GraphPageStyle.text
    let script = GraphPageScript.text
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(script: script, style: style))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="ambit">
      <title>\(XMLWriter.escaped(GraphPageData.title(of: report)))</title>
      <style>\(style)</style>
      </head>
      \(GraphPageBody.text)
      <script type="application/json" id="data">\(embedded(GraphPageData.json(report)))</script>
      <script>\(script)</script>
      </body>
      </html>

      """
  }

  /// Nothing may be fetched, framed or sent anywhere, and nothing else may run.
  private static func policy(script: String, style: String) -> String {
    [
      "default-src 'none'", "script-src '\(digest(of: script))'", "style-src '\(digest(of: style))'",
      "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
  }

  private static func digest(of text: String) -> String {
    "sha256-\(Base64.text(of: SHA256.digest(of: text.utf8).bytes))"
  }

  /// JSON that cannot end its script element, whatever stands in it: `<` occurs in strings alone, where an escape
  /// means the same. The two separators end lines for older readers of scripts.
  static func embedded(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<": result += "\\u003c"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// RFC 4648, section 4.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let digit = Int(bits >> UInt32(18 - 6 * place) & 63)
        result.append(place <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
