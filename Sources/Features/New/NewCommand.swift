import Arguments
import Base
import Graph
import Reports
import Session

/// `ambit new`: copies a package from a template.
struct NewCommand: CommandWithOptions {
  let options: NewOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let location = try WorkspaceLocation.find(world, global)
    guard let template = options.template else {
      let names = PackageTemplate.names(in: location.root)
      let text =
        names.map { StyledText($0, .module) } + ["", "To create a package: ambit new TEMPLATE FOLDER"]
      console.answer(json: NewReport.json(templates: names), text: text)
      return .success
    }
    guard let folder = options.folder else {
      throw Failure.usage(
        "`ambit new \(template)` needs a FOLDER",
        hints: ["name the folder: `ambit new \(template) Packages/Prices`"])
    }
    let package = try NewPackage(location, world, template: template, folder: folder)
    let settings = "\(PackageTemplate.folder)/\(template)/\(PackageTemplate.removedSettings)"
    if LocalFiles.isThere("\(location.root)/\(settings)") {
      console.warn([
        Warning(
          code: "former-template-settings", message: "\(settings) is no longer read",
          hints: ["remove it: a template consists only of its files"])
      ])
    }
    if !options.isDry { try package.write(world) }
    let report = package.report(isDry: options.isDry)
    console.answer(json: report.json, text: report.lines)
    return .success
  }
}

struct NewOptions: CommandOptions {
  /// The template; nil lists the templates.
  let template: Argument?
  let folder: Argument?
  /// True to print the files without writing any.
  let isDry: Bool

  init(_ arguments: ParsedArguments) {
    template = arguments.positionals.first
    folder = arguments.positionals.dropFirst().first
    isDry = arguments.has(.dryWrite)
  }
}

extension FlagSpec {
  static let dryWrite = toggle("dry-run", "Print the files, and write nothing")
}

extension NewCommand {
  static let spec = CommandSpec(
    "new", .architecture, "Create a package from a template",
    discussion: [
      "Without arguments, Ambit lists the templates: folders in .ambit/templates, and the built-in "
        + "'package', a library with tests.",
      "Ambit copies the template's files to FOLDER. The last part of FOLDER replaces {{Name}} in paths "
        + "and texts. If no pattern of \"packages\" in workspace.json matches FOLDER, Ambit adds one. Nothing "
        + "is overwritten.",
    ],
    positionals: [
      PositionalSpec("TEMPLATE", .template, "The template: 'package' or a folder of .ambit/templates"),
      PositionalSpec("FOLDER", .folder, "The folder of the new package, such as 'Packages/Prices'"),
    ],
    flags: [.dryWrite],
    examples: [
      Example("ambit new", "list the templates"),
      Example("ambit new package Packages/Prices", "a library with tests"),
      Example("ambit new feature Features/Wishlist --dry-run", "preview the files"),
    ]
  )

  var concernsBuilds: Bool { false }
}

/// The package that `ambit new` makes: its folder, its files, and the pattern of workspace.json that finds it.
struct NewPackage {
  private let location: WorkspaceLocation
  /// Relative to the workspace.
  private let folder: RelativePath
  private let templateName: String
  private let template: PackageTemplate
  /// workspace.json with one more pattern. nil where it finds the package already.
  private let edit: (pattern: String, text: [UInt8])?

  init(_ location: WorkspaceLocation, _ world: World, template: Argument, folder: Argument) throws(Failure) {
    let root = location.root
    self.location = location
    self.folder = world.resolvedPath(folder.bytes).seen(from: RelativePath(Array(root.utf8)))
    templateName = template.description
    let name = Text.escapingInvalidUTF8(self.folder.lastComponent)
    try Self.refuse(self.folder, name, root)
    self.template = try PackageTemplate(named: templateName, in: root, for: name)
    edit = try Self.edit(for: self.folder, location)
  }

  func report(isDry: Bool) -> NewReport {
    NewReport(
      template: templateName, folder: folder, files: template.files.map { folder.appending($0.path) },
      pattern: edit?.pattern, isDry: isDry)
  }

  /// The folder is made elsewhere and renamed when it is complete. workspace.json is written last.
  func write(_ world: World) throws(Failure) {
    let root = location.root
    let own = "\(root)/.ambit"
    LocalFiles.makeFolders(own, mode: 0o755)
    guard let scratch = LocalFiles.makeTemporaryFolder(named: "new", in: own) else { throw .unwritable(own) }
    let remove: @Sendable () -> Void = {
      LocalFiles.removeTree(scratch)
      LocalFiles.removeEmptyFolder(own)
    }
    world.onAbruptEnd(remove)
    defer { remove() }
    for file in template.files {
      let path = "\(scratch)/package/\(file.path)"
      guard LocalFiles.makeFolders(LocalFiles.folder(of: path), mode: 0o755),
        LocalFiles.write(file.contents, to: path, permissions: file.isExecutable ? 0o755 : 0o644)
      else { throw .unwritable(path) }
    }
    let place = "\(root)/\(folder)"
    guard LocalFiles.makeFolders(LocalFiles.folder(of: place), mode: 0o755), !LocalFiles.isThere(place),
      LocalFiles.move("\(scratch)/package", to: place)
    else { throw .unwritable(place) }
    guard let edit else { return }
    do throws(Failure) {
      try location.replaceConfiguration(with: edit.text)
    } catch {
      LocalFiles.removeTree(place)
      throw error
    }
  }
}

// MARK: Checks and registration

extension NewPackage {
  private static func refuse(_ folder: RelativePath, _ name: String, _ root: String) throws(Failure) {
    let shown = Text.escapingControls(folder.description)
    func invalid(_ why: String) -> Failure {
      Failure(
        code: "invalid-path", message: "cannot create a package at \"\(shown)\": \(why)",
        hints: ["name a new folder of the workspace, such as Packages/Prices"])
    }
    guard !folder.escapesRoot, !folder.isRoot else { throw invalid("it is outside the workspace") }
    if let problem = SwiftName.problem(in: name) {
      throw Failure(
        code: "invalid-name",
        message: "\"\(Text.cut(Text.escapingControls(name), to: 100))\" is not a valid module name: "
          + problem, hints: ["the name is the last part of the folder, such as Wishlist or PriceList"])
    }
    guard shown == Text.escapingInvalidUTF8(folder.bytes),
      !shown.contains(where: { "*?[]{}\\\"!:#$".contains($0) })
    else { throw invalid("some of its characters have a meaning in manifests or patterns") }
    if LocalFiles.isThere("\(root)/\(shown)") { throw invalid("it exists already") }
    var above = RelativePath.root
    for component in folder.components.dropLast() {
      above = above.appending(RelativePath(Array(component)))
      let path = "\(root)/\(above)"
      if LocalFiles.isLink(path) { throw invalid("\"\(above)\" is a link") }
      if component.elementsEqual(".git".utf8) { throw invalid("Git reserves .git") }
      if LocalFiles.isThere("\(path)/\(PackageFile.manifest)") {
        throw invalid("it is inside the package //\(above)")
      }
    }
  }

  /// Returns workspace.json with a pattern for the package. A new parent folder is added as `Folder/*`.
  /// In a parent with other folders only the package is added, so that no other package comes along.
  private static func edit(
    for folder: RelativePath, _ location: WorkspaceLocation
  ) throws(Failure) -> (pattern: String, text: [UInt8])? {
    let file = location.absolutePath(of: location.configuration)
    guard let bytes = LocalFiles.read(file) else { return nil }
    let config = try WorkspaceConfig.parse(bytes, fileName: file)
    if config.exclude.contains(where: { $0.covers(folder) }) {
      throw Failure(
        code: "excluded-folder", message: "\"\(folder)\" is excluded, so Ambit would not see the package",
        hints: ["name another folder, or change \"exclude\" in workspace.json"])
    }
    func isFound(_ config: WorkspaceConfig) -> Bool {
      !PackageSelection(from: [folder], config: config).folders.isEmpty
    }
    if isFound(config) { return nil }
    let above = folder.parent
    let isNew = !above.isRoot && !LocalFiles.isThere(location.absolutePath(of: above))
    let pattern = isNew ? "\(above)/*" : folder.description
    let text: [UInt8]
    do throws(JSONError) {
      text = TextInsertion.apply(
        try JSONInsertion.appending(pattern.compactJSON, toListAt: ["packages"], in: bytes),
        to: bytes)
    } catch {
      throw unregistered("\(file):\(TextPosition(of: error.offset, in: bytes)): \(error.message)")
    }
    guard isFound(try WorkspaceConfig.parse(text, fileName: file)) else {
      throw unregistered("\"packages\" in workspace.json does not match \"\(folder)\"")
    }
    return (pattern, text)
  }

  private static func unregistered(_ message: String) -> Failure {
    Failure(
      code: "not-registered", message: message,
      hints: ["add the folder to \"packages\" in workspace.json, then run again"])
  }
}

/// The files that `ambit new` made, or would make.
struct NewReport: Sendable {
  let template: String
  let folder: RelativePath
  let files: [RelativePath]
  /// The pattern that was added to `packages` of workspace.json.
  let pattern: String?
  let isDry: Bool

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
