import Arguments
import Base
import Reports
import Session

/// `ambit new`: copies a package from a template.
struct NewCommand: AmbitCommand {
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
      throw Failure(
        code: "usage", message: "`ambit new \(template)` needs a FOLDER",
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
