package import Edge
import Platform
package import Scaffold

/// The templates that a workspace has: its own on the disk, and the ready ones.
package struct TemplateShelf {
  /// The workspace's folder.
  package let root: String

  package init(root: String) { self.root = root }

  private var folder: String { "\(root)/\(Template.folder)" }

  /// Each once, the workspace's own first.
  package var names: [String] {
    let ready = ReadyTemplates.all.map(\.name)
    return ownNames + ready.filter { !ownNames.contains($0) }
  }

  private var ownNames: [String] {
    LocalFiles.entries(in: folder).filter { $0.isFolder && !$0.isLink && !$0.name.hasPrefix(".") }.map(\.name)
      .sorted()
  }

  /// Empty where it cannot be told.
  package func description(of name: String) -> String {
    guard ownNames.contains(name) else { return ReadyTemplates.named(name)?.settings.description ?? "" }
    return (try? settings(of: name).description) ?? ""
  }

  package func templates() throws(Failure) -> [Template] {
    var templates: [Template] = []
    for name in ownNames { templates.append(try own(name)) }
    return templates + ReadyTemplates.all.filter { ready in !templates.contains { $0.name == ready.name } }
  }

  private func own(_ name: String) throws(Failure) -> Template {
    var files: [TemplateFile] = []
    try collect("\(folder)/\(name)", "", place: "\(Template.folder)/\(name)", into: &files)
    return Template(name, try settings(of: name), files: files)
  }

  private func settings(of name: String) throws(Failure) -> TemplateSettings {
    let place = "\(Template.folder)/\(name)/\(Template.settingsFile)"
    guard let bytes = LocalFiles.read("\(root)/\(place)") else { return TemplateSettings(named: name) }
    return try Failure.wrapping { try TemplateSettings.parse(bytes, named: name, place: place) }
  }

  // MARK: Files

  /// What nobody takes for a template, by number and by size.
  private static let mostFiles = 1000
  private static let largestFile = 4_000_000

  private func collect(
    _ folder: String, _ inside: String, place: String, into files: inout [TemplateFile]
  ) throws(Failure) {
    for entry in LocalFiles.entries(in: folder).sorted(by: { $0.name < $1.name }) {
      let path = inside + entry.name
      let file = "\(folder)/\(entry.name)"
      if entry.isLink {
        throw broken("\(place)/\(path)", "it is a symbolic link, and a template holds files alone")
      }
      if entry.isFolder {
        try collect(file, path + "/", place: place, into: &files)
        continue
      }
      if path == Template.settingsFile || entry.name == ".DS_Store" { continue }
      guard files.count < Self.mostFiles, LocalFiles.size(of: file).map({ $0 <= Self.largestFile }) == true,
        let contents = LocalFiles.read(file)
      else { throw broken("\(place)/\(path)", "it cannot be read, or there is too much of it") }
      files.append(
        TemplateFile(
          path: path, contents: contents, isExecutable: LocalFiles.isProgram(file), place: "\(place)/\(path)")
      )
    }
  }

  private func broken(_ place: String, _ problem: String) -> Failure {
    Failure(describing: TemplateError(problem, in: place))
  }
}
