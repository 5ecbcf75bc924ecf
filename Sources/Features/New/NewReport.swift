import Base
import Reports

/// The files that `ambit new` made, or would make.
struct NewReport: Sendable {
  private let template: String
  private let folder: RelativePath
  private let files: [RelativePath]
  /// The pattern that was added to `packages` of workspace.json.
  private let pattern: String?
  private let isDry: Bool

  init(template: String, folder: RelativePath, files: [RelativePath], pattern: String?, isDry: Bool) {
    self.template = template
    self.folder = folder
    self.files = files
    self.pattern = pattern
    self.isDry = isDry
  }

  private var next: String { "ambit test //\(folder)" }

  var lines: [StyledText] {
    var lines: [StyledText] = [
      "\(isDry ? "Would create " : "Created ", .good)\("//\(folder)", .module) from the template \(template)"
    ]
    lines += files.map { "  \($0, .path)" }
    if let pattern {
      lines.append(
        "\(isDry ? "Would add " : "Added ", .good)\"\(pattern)\" to \"packages\" in workspace.json")
    }
    return lines
      + (isDry ? ["Nothing was written."] : ["", "Next: \(next, .module)\(", and ambit lint", .dim)"])
  }

  static func json(templates: [String]) -> String {
    JSON.report(["templates": templates])
  }

  var json: String {
    JSON.report([
      "written": !isDry, "template": template, "folder": folder.description,
      "files": files.map(\.description), "pattern": pattern, "next": isDry ? [] : [next],
    ])
  }
}
