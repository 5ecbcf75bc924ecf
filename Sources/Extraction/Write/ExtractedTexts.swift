import Names
package import Support

extension ExtractionPlanner {
  /// The new text of every source that gets one, by the path that it had.
  package func texts(_ plan: ExtractionPlan) -> [RelativePath: [UInt8]] {
    var replacements: [RelativePath: [TextReplacement]] = [:]
    var sources: [RelativePath: SourceText] = [:]
    func source(_ file: RelativePath) -> SourceText {
      if let known = sources[file] { return known }
      let source = SourceText(ground.contents(file))
      sources[file] = source
      return source
    }
    for one in plan.widenings {
      guard let declaration = ground.declaration(of: one.usr),
        let change = WrittenDeclaration(declaration, in: source(one.place.file))?.widening(
          to: one.access.rawValue)
      else { continue }
      replacements[one.place.file, default: []].append(change)
    }
    for one in plan.sendables {
      guard let declaration = ground.declaration(of: one.usr),
        let change = WrittenDeclaration(declaration, in: source(one.place.file))?.conforming(
          to: "Sendable", declaration.kind)
      else { continue }
      replacements[one.place.file, default: []].append(change)
    }
    for one in plan.initializers {
      if let text = one.text { replacements[one.place.file, default: []].append(text) }
    }
    let moved = Set(plan.files)
    let names = Set(
      ground.files.filter { $0.module == module.name && moved.contains($0.path) }.flatMap { file in
        file.declarations.filter { $0.parent == nil }.map(\.name)
      })
    for one in plan.importers {
      let imports = ImportText(source(one.file))
      let isOwn = one.module == plan.module
      let changes =
        isOwn
        ? [imports.adding(one.name, prefix: one.isPublic ? "public import " : "import ")]
        : imports.following(
          one.name, insteadOf: module.name, isTestable: one.isTestable, declarations: names,
          isPublic: one.isPublic, byDefault: hidesImports(one.module))
      replacements[one.file, default: []] += changes
    }
    for one in plan.publicImports {
      replacements[one.file, default: []] += ImportText(source(one.file)).publishing(one.name)
    }
    for one in plan.qualifiers {
      replacements[one.file, default: []].append(TextReplacement(range: one.range, text: plan.name))
    }
    for file in plan.tests {
      replacements[file, default: []] += ImportText(source(file)).replacing(module.name, by: plan.name)
    }
    return replacements.reduce(into: [:]) { texts, one in
      texts[one.key] = TextReplacement.apply(one.value, to: source(one.key).bytes)
    }
  }

  private func hidesImports(_ module: ModuleID) -> Bool {
    ground.modules.values.first { $0.id == module }?.hidesImports ?? false
  }
}
