import ModuleGraph
import Support

/// Decides what a new package is called, where it lies, what it says and where it has to be made known.
package struct ScaffoldPlanner {
  let ground: ScaffoldGround

  package init(_ ground: ScaffoldGround) {
    self.ground = ground
  }

  private var names: ScaffoldNames { ScaffoldNames(ground: ground) }

  package func plan(_ request: ScaffoldRequest) throws(ScaffoldError) -> ScaffoldPlan {
    let template = try ground.template(named: request.template)
    try names.check(request.name)
    let shape = try shape(of: template, request.name, path: request.path)
    var plan = ScaffoldPlan()
    var registration = Registration(ground)
    var contract: NewPackage?
    if request.makesContract, let name = template.settings.contract {
      let made = try package(
        try self.shape(of: try ground.template(named: name), shape.stem, path: nil), request, nil)
      let known = try registration.register(made, owner: request.owner, onlyIfUnowned: true)
      plan.packages.append(known)
      contract = known
    }
    let made = try package(shape, request, contract)
    if template.hasDemo, request.makesDemo, made.demo == nil {
      let demo = shape.module + Self.demoSuffix
      let why = names.refusal(demo, in: shape.folder, tag: shape.tag).map { ": \($0)" } ?? ""
      plan.notes.append("no demo is made\(why)")
    }
    if let contract, contract.module.lowercased() == made.module.lowercased() {
      throw ScaffoldError(.nameTaken, "\"\(made.module)\" would be the name of the contract too")
    }
    plan.packages.append(try registration.register(made, owner: request.owner, onlyIfUnowned: false))
    plan.edits = try registration.edits(holding: plan.packages)
    return plan
  }
}

// MARK: One package

extension ScaffoldPlanner {
  static let demoSuffix = "Demo"

  private struct Shape {
    let template: Template
    let layer: LayerConvention
    let stem: String
    let module: String
    let folder: RelativePath

    var tag: String? { layer.tag }
  }

  private func shape(
    of template: Template, _ name: String, path: RelativePath?
  ) throws(ScaffoldError) -> Shape {
    let layer = LayerConvention(template.settings, ground)
    let above = path ?? layer.folder
    let suffixes = layer.suffixes(template.settings)
    let stem = ScaffoldNames.stem(of: name, suffixes)
    let module = try names.module(stem, suffixes, in: { above.appending($0) }, tag: layer.tag)
    try names.check(module)
    let folder = above.appending(module)
    for name in [module, "\(module)Tests"] { try names.checkIsFree(name) }
    try names.checkIsFree(folder: folder)
    try ScaffoldFolder(ground: ground).check(folder)
    return Shape(template: template, layer: layer, stem: stem, module: module, folder: folder)
  }

  private func package(
    _ shape: Shape, _ request: ScaffoldRequest, _ contract: NewPackage?
  ) throws(ScaffoldError) -> NewPackage {
    let isAskedFor = shape.template.name == request.template
    var needed = NeededModules()
    if let contract {
      needed.add(
        path: contract.folder.seen(from: shape.folder).description, package: contract.module,
        product: contract.module, module: contract.module)
    }
    for id in isAskedFor ? request.depends : [] { try needed.add(id, from: shape.folder, ground.graph) }
    let demo = shape.module + Self.demoSuffix
    let makesDemo =
      isAskedFor && request.makesDemo && shape.template.hasDemo
      && names.refusal(demo, in: shape.folder, tag: shape.tag) == nil
    if makesDemo { try names.checkIsFree(demo) }
    let values = values(shape, needed, contract, demo: makesDemo ? demo : nil, owner: request.owner)
    let files: [ScaffoldFile]
    do throws(TemplateError) {
      files = try shape.template.rendered(values)
    } catch {
      throw ScaffoldError(error)
    }
    return NewPackage(
      template: shape.template.name, folder: shape.folder, module: shape.module, demo: makesDemo ? demo : nil,
      tags: [shape.tag].compactMap(\.self) + shape.template.settings.tags, owners: [],
      files: files.map {
        ScaffoldFile(
          path: shape.folder.appending($0.path), contents: $0.contents, isExecutable: $0.isExecutable)
      })
  }

  private func values(
    _ shape: Shape, _ needed: NeededModules, _ contract: NewPackage?, demo: String?, owner: String?
  ) -> TemplateValues {
    let all = ground.graph.packages.filter { !$0.folder.escapesRoot }
    let neighbours = (shape.layer.neighbours.isEmpty ? all : shape.layer.neighbours).compactMap(\.manifest)
    let convention = ManifestConvention(neighbours: neighbours, needed: needed.manifests)
    var values = TemplateValues()
    values.texts = [
      "Name": shape.stem, "Module": shape.module, "Demo": shape.module + Self.demoSuffix,
      "Contract": contract?.module ?? "", "Folder": shape.folder.description, "Owner": owner ?? "",
      "ToolsVersion": convention.toolsVersion, "Platforms": convention.platforms,
      "LanguageModes": convention.languageModes, "braces": "{{",
    ]
    values.flags = ["demo": demo != nil, "contract": contract != nil]
    needed.fill(&values)
    return values
  }
}

extension Template {
  /// Whether it asks anywhere if there is to be a demo.
  var hasDemo: Bool {
    files.contains { file in
      ["{{#demo}}", "{{^demo}}"].contains { mark in
        file.path.contains(mark) || String(decoding: file.contents, as: UTF8.self).contains(mark)
      }
    }
  }
}
