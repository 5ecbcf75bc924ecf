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
