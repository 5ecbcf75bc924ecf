import Interfaces
import Names
import Terminal

/// `ambit interface --format markdown`: for a comment on a pull request, or the notes of a release.
package enum InterfaceMarkdown {
  static let marker = "<!-- ambit:interface -->"

  package static func text(_ report: InterfaceReport) -> String {
    var page = MarkdownPage(marker: marker)
    for module in report.modules {
      page.add(["", "**\(Markdown.code(module.id.description))**", ""])
      switch module.interface {
      case .nothing(let reason): page.add(["Nothing: \(Markdown.plain(reason))."])
      case .unknown(let reason): page.add(["Unknown: \(Markdown.plain(reason))."])
      case .surface(let surface): page.add(surface.declarations.map { "- \(Markdown.code($0.text))" })
      }
    }
    page.add(report.warnings)
    return page.text
  }

  package static func text(_ report: InterfaceDiffReport) -> String {
    var page = MarkdownPage(marker: marker)
    for module in report.modules where module.verdict != .same {
      let reason = module.reason.map { ": \(Markdown.plain($0))" } ?? ""
      page.add(["", "**\(Markdown.code(module.id.description))** \(module.verdict.rawValue)\(reason)", ""])
      for one in module.changes { page.add(lines(one)) }
    }
    let same = report.modules(.same)
    if !same.isEmpty { page.add(["", "The same interface: \(Wording.count(same.count, "module"))."]) }
    page.add(report.warnings)
    return page.text
  }

  private static func lines(_ one: InterfaceDiffReport.Change) -> [String] {
    let change = one.change
    let within = change.isWithinPackage ? " (within the package)" : ""
    let name = Markdown.code(change.declaration.name)
    let texts = [
      change.before.map { "  - before: \(Markdown.code($0))" },
      change.after.map { "  - after: \(Markdown.code($0))" },
    ]
    return ["- \(change.verdict.rawValue): \(name): \(Markdown.plain(change.reason))\(within)"]
      + texts.compactMap(\.self)
      + one.users.map { user in
        let lines = user.lines.map(String.init).joined(separator: ", ")
        return
          "  - mentioned by \(Markdown.code(user.module.description)) in \(Markdown.code("\(user.file):\(lines)"))"
      }
  }
}
