import Arguments
import Desk
import Edge
import Reports
import Scaffold
import Support
import Terminal

/// `ambit new`: a package by the workspace's conventions, from a template.
struct NewCommand {
  let options: NewOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    guard let template = options.template else {
      try refuseFlagsAlone()
      let templates = try TemplateShelf(root: try WorkspaceLocation.find(world, global).root).templates()
      console.answer(
        json: TemplatesReport.json(templates),
        text: TemplatesReport.lines(templates, width: console.output.width))
      return .success
    }
    if options.ejects { return try eject(template, world, global, console) }
    guard let name = options.name else {
      throw Failure(
        code: "usage", message: "`ambit new \(template)` needs a NAME",
        hints: ["say what it is called: `ambit new \(template) Wishlist`"])
    }
    let preparation = try NewPreparation(world, global)
    let plan = try preparation.plan(options, template, name)
    let findings = options.isDry ? [] : try preparation.carryOut(plan)
    let report = NewReport(
      plan, findings: findings, isDry: options.isDry, template: template.description, name: name.description,
      folder: preparation.ground.folder)
    console.answer(json: NewJSON.text(report), text: NewText.lines(report))
    return report.fails ? .failed : .success
  }

  private func refuseFlagsAlone() throws(Failure) {
    guard options != NewOptions() else { return }
    throw Failure(
      code: "usage", message: "`ambit new` needs a TEMPLATE",
      hints: ["`ambit new` alone lists the templates; then `ambit new feature Wishlist`"])
  }
}

// MARK: A template of one's own

extension NewCommand {
  private func eject(
    _ template: Argument, _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    if let name = options.name {
      throw Failure(
        code: "usage", message: "'--eject' takes no NAME, but \(name.quoted) was given",
        hints: ["`ambit new \(template) --eject` writes the template itself"])
    }
    guard let ready = ReadyTemplates.named(template.description) else {
      let names = ReadyTemplates.all.map(\.name)
      throw Failure(
        code: ScaffoldError.Kind.noTemplate.rawValue,
        message: "there is no ready template \(template.quoted)",
        hints: ["ready are \(names.joined(separator: ", "))"])
    }
    let location = try WorkspaceLocation.find(world, global)
    let folder = Template.folder.appending(ready.name)
    let written = ready.ownFiles.map {
      ScaffoldFile(path: folder.appending($0.path), contents: $0.contents, isExecutable: $0.isExecutable)
    }
    if !options.isDry {
      let files = NewFiles(root: location.root)
      world.onAbruptEnd { files.takeBack() }
      do throws(Failure) {
        try files.makeFolder(folder)
        try files.make(written)
        files.keep()
      } catch {
        files.takeBack()
        throw error
      }
    }
    console.answer(
      json: TemplatesReport.json(ejected: ready.name, written.map(\.path), isDry: options.isDry),
      text: TemplatesReport.lines(ejected: ready.name, written.map(\.path), isDry: options.isDry))
    return .success
  }
}
