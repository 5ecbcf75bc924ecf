package import Reports

/// `ambit graph --format html`: one page that needs nothing but itself.
///
/// It fetches nothing and runs nothing but the script of `GraphPageParts`; what modules, files and rules are called
/// reaches the document only as data.
package enum GraphPage {
  /// What `page.html` leaves open.
  enum Hole: String, CaseIterable {
    case policy, title, style, data, script
  }

  package static func text(_ report: GraphReport) -> String {
    PageTemplate.filled(GraphPageParts.document) { (hole: Hole) in
      switch hole {
      case .policy: PagePolicy.text(script: GraphPageParts.script, style: GraphPageParts.style)
      case .title: XMLWriter.escaped(GraphPageData.title(of: report))
      case .style: GraphPageParts.style
      case .data: embedded(GraphPageData.json(report))
      case .script: GraphPageParts.script
      }
    }
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
