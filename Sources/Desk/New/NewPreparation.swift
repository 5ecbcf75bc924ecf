package import Arguments
import Config
package import Edge
import GitBridge
import ModuleGraph
import Names
import Ownership
package import Rules
package import Scaffold
import Support
import Workspaces

/// Decides what `ambit new` writes, from the workspace as it is in the working tree.
package struct NewPreparation {
  let pipeline: SelectionPipeline
  package let ground: ScaffoldGround

  package init(_ world: World, _ global: GlobalOptions) throws(Failure) {
    let pipeline = try SelectionPipeline.open(world, global, SelectionOptions())
    let workspace = pipeline.workspace
    let graph = try pipeline.wholeWorkspace(allowsEmpty: true).head
    let location = workspace.location
    let codeOwners = try Failure.wrapping {
      try CodeOwnersFile.find(
        in: workspace.head.tree,
        explicitPath: workspace.config.owners.codeowners.map { location.folderInRepository.appending($0) },
        dialect: workspace.config.owners.dialect)
    }
    let bytes = try Failure.wrapping { try workspace.tree.contents(of: location.configuration) }
    ground = ScaffoldGround(
      graph: graph, config: workspace.config, tree: workspace.tree, folder: location.folderInRepository,
      configuration: bytes.map { (location.folderInRepository.appending(location.configuration), $0) },
      codeOwners: codeOwners, templates: try TemplateShelf(root: location.root).templates())
    self.pipeline = pipeline
  }

  package func plan(_ options: NewOptions, _ template: Argument, _ name: Argument) throws(Failure)
    -> ScaffoldPlan
  {
    var request = ScaffoldRequest(template: template.description, name: name.description)
    request.owner = options.owner
    request.path = options.path.map { folder in
      let root = RelativePath(Array(pipeline.workspace.location.root.utf8))
      return pipeline.world.resolvedPath(folder.bytes).seen(from: root)
    }
    request.makesContract = options.makesContract
    request.makesDemo = options.makesDemo
    let lookup = ModuleLookup(graph: ground.graph)
    for module in options.depends { request.depends.append(try lookup.module(named: module)) }
    return try Failure.wrapping { try ScaffoldPlanner(ground).plan(request) }
  }
}

// MARK: Writing

extension NewPreparation {
  /// Writes the plan and holds what came of it against the rules. Takes all of it back where it breaks one.
  package func carryOut(_ plan: ScaffoldPlan) throws(Failure) -> [LintFinding] {
    let workspace = pipeline.workspace
    let nesting = workspace.location.folderInRepository
    let files = NewFiles(root: workspace.repository.workingFolder)
    pipeline.world.onAbruptEnd { files.takeBack() }
    do throws(Failure) {
      pipeline.world.progressLine.begin("Writing")
      for package in plan.packages {
        try files.makeFolder(nesting.appending(package.folder))
        try files.make(package.files(seenWith: nesting))
      }
      for edit in plan.edits { try files.edit(edit) }
      let findings = try findings(in: plan.packages)
      if findings.contains(where: { $0.severity == .error }) { files.takeBack() } else { files.keep() }
      return findings
    } catch {
      files.takeBack()
      throw error
    }
  }

  /// What `ambit lint` has to say of new packages.
  private func findings(in packages: [NewPackage]) throws(Failure) -> [LintFinding] {
    let now = try SelectionPipeline.open(pipeline.world, pipeline.global, SelectionOptions())
    for package in packages {
      let manifest = package.folder.appending(PackageFile.manifest)
      guard try Failure.wrapping({ try now.workspace.tree.kind(of: manifest) }) == nil else { continue }
      throw Failure(
        code: "not-registered",
        message: "Git ignores \(manifest), so that //\(package.folder) would not be seen",
        hints: ["`git check-ignore -v \(manifest)` says which line does"])
    }
    let preparation = LintPreparation(now)
    let subject = try preparation.subject()
    let facts = try preparation.facts(subject)
    pipeline.world.progressLine.begin("Checking rules")
    let folders = Set(packages.map(\.folder))
    return try LintRules(now).findings(in: subject, facts).findings.filter { finding in
      folders.contains(finding.package) || finding.other.map { folders.contains($0.package) } == true
        || finding.chain.contains { folders.contains($0.package) }
    }
  }
}
