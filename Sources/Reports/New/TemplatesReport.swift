package import Scaffold
package import Support
package import Terminal

/// `ambit new` without words, and what becomes of a template that is written to the workspace.
package enum TemplatesReport {
  package static func lines(_ templates: [Template], width: Int?) -> [StyledText] {
    var table = Table(columns: [.init(), .init(truncation: .tail), .init()])
    for template in templates {
      table.add([
        StyledText(template.name, .module), StyledText(template.settings.description),
        StyledText(template.isReady ? "" : "\(Template.folder)/\(template.name)", .path),
      ])
    }
    return table.lines(width: width) + [
      "", StyledText("To make one: ") + StyledText("ambit new TEMPLATE NAME", .module),
    ]
  }

  package static func json(_ templates: [Template]) -> String {
    let templates = templates.map { template -> JSON in
      [
        "name": template.name, "description": template.settings.description,
        "ready": template.isReady, "contract": template.settings.contract,
      ]
    }
    return JSON.report(["templates": templates])
  }

  package static func lines(ejected name: String, _ files: [RelativePath], isDry: Bool) -> [StyledText] {
    let verb = StyledText(isDry ? "Would write " : "Wrote ", .good)
    return [verb + StyledText("\(Template.folder)/\(name)", .path)]
      + files.map { StyledText("  ") + StyledText($0.description, .path) }
      + ["", "From now on `ambit new \(name)` goes by these files."].filter { _ in !isDry }
  }

  package static func json(ejected name: String, _ files: [RelativePath], isDry: Bool) -> String {
    JSON.report(["template": name, "written": !isDry, "files": files.map(\.description)])
  }
}
