import Config
import ModuleGraph
package import Names
import Rules
package import Support

/// A package for files that there are already.
package struct ExtractedPackage: Sendable, Hashable {
  package let name: String
  /// The module that the files come from: tools version, platforms, language mode and settings are its own.
  package let origin: ModuleID
  /// The folder that the package's own goes into.
  package let above: RelativePath
  package var owner: String?
  package var needs: [ModuleID] = []
  /// Beside the module itself; nil where no tests go along.
  package var testNeeds: [ModuleID]?
  /// The modules that the files import, by which packages from outside of the workspace are chosen.
  package var imports: Set<String> = []

  package init(name: String, origin: ModuleID, above: RelativePath) {
    self.name = name
    self.origin = origin
    self.above = above
  }

  package var folder: RelativePath { above.appending(name) }
}

extension ScaffoldPlanner {
  /// As for `ambit new`, with nothing but a manifest in it.
  package func plan(_ extracted: ExtractedPackage) throws(ScaffoldError) -> ScaffoldPlan {
    let manifest = try ExtractedManifest(extracted, ground)
    var settings = TemplateSettings(named: Self.extractedTemplate)
    settings.layers = layers(of: extracted.origin)
    let template = Template(
      Self.extractedTemplate, settings,
      files: [
        TemplateFile(
          path: "\(PackageFile.manifest)\(Template.suffix)", contents: Array(manifest.text.utf8),
          place: PackageFile.manifest)
      ])
    var request = ScaffoldRequest(template: template.name, name: extracted.name)
    request.path = extracted.above
    request.owner = extracted.owner
    request.takesNameAsItIs = true
    let own = ScaffoldGround(
      graph: ground.graph, config: ground.config, tree: ground.tree, folder: ground.folder,
      configuration: ground.configuration, codeOwners: ground.codeOwners, templates: [template])
    var plan = try ScaffoldPlanner(own).plan(request)
    plan.notes += manifest.notes
    return plan
  }

  private static let extractedTemplate = "extracted"

  private func layers(of module: ModuleID) -> [String] {
    guard let index = ground.graph.index(of: module) else { return [] }
    let tags = ground.tags[index]
    let named = ground.config.rules.layers.filter { tags.contains($0.tag) }.map(\.name)
    let plain = tags.compactMap { $0.hasPrefix("layer:") ? String($0.dropFirst("layer:".count)) : nil }
    return named.isEmpty ? plain.sorted() : named
  }
}
