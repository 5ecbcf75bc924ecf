import Base
import Graph
import SwiftSources

/// Finds out whether a package of a common build saw a module that a build of the package alone would not make. Its
/// sources, generated ones or those of a package from outside the workspace ask for it with `canImport`, or import it.
/// The compiler lists a module only when it loads it.
struct ForeignModules {
  private let job: GroupJob
  private let scratch: String
  private let planned: PlannedModules
  private let reads: CompilerReads
  /// The names that sources in the scratch folder ask for with `canImport`.
  private var memory: FileMemory<[String]>
  private var asked: [PlannedModules.Module: [String]] = [:]
  private let state: ScratchState

  /// nil when nothing is known of the folder.
  init?(_ job: GroupJob, _ reads: CompilerReads) {
    scratch = LocalFiles.resolved(job.group.scratchFolder) ?? job.group.scratchFolder
    guard let planned = job.engine.plannedModules(in: job.group.scratchFolder, job.configuration) else {
      return nil
    }
    self.job = job
    self.planned = planned
    self.reads = reads
    memory = FileMemory(at: "\(job.group.scratchFolder)/ambit-questions-\(job.configuration)")
    state = ScratchState(job.group.scratchFolder)
  }

  mutating func areSeen(by package: PackageRun) -> Bool {
    let graph = job.workspace.graph
    guard let index = graph.package(at: package.folder) else { return false }
    let members = graph.packages[index].modules.map { graph.modules[$0].id }
    let own = Set(members.map { ModuleNames.compiled($0.name) })
    guard planned.isPlanKnown else { return areSeen(by: package, in: index, own) }
    let ids = Dictionary(
      (package.closure + members).map { (ModuleNames.compiled($0.name), $0) },
      uniquingKeysWith: { first, _ in first })
    defer { memory.save() }
    let made = planned.made(for: own)
    let foreign = planned.lying.subtracting(made).filter { !own.contains($0.name) }
    let isSeen = { (name: String, module: PlannedModules.Module) in
      foreign.contains(PlannedModules.Module(name: name, isForHost: module.isForHost))
    }
    for module in made where !foreign.isEmpty {
      let id = ids[module.name]
      let imports = id.flatMap { reads.modules[$0]?.imports } ?? []
      let written = id.map(job.workspace.modulesAsked) ?? []
      if imports.contains(where: { isSeen($0, module) }) || written.contains(where: { isSeen($0, module) }) {
        return true
      }
      if names(askedBy: module).contains(where: { isSeen($0, module) }) { return true }
    }
    return state.traitsMayDiffer(for: job.workspace.pins[index])
  }

  /// Returns the names that generated sources, and those of packages from outside the workspace, ask for.
  private mutating func names(askedBy module: PlannedModules.Module) -> [String] {
    if let known = asked[module] { return known }
    let names = planned.sources(of: module, below: scratch).compactMap { source in
      memory.value(of: source) { bytes in
        ImportLexer.imports(in: bytes).filter { $0.kind == .canImport }.map(\.module)
      }
    }
    asked[module] = names.flatMap(\.self)
    return names.flatMap(\.self)
  }

  /// Judges by the graph where the plan cannot be read. Nothing is known there of traits, and of modules from outside the
  /// workspace.
  private func areSeen(by package: PackageRun, in index: PackageIndex, _ own: Set<String>) -> Bool {
    let workspace = job.workspace
    let names = Set(workspace.graph.modules.map { ModuleNames.compiled($0.id.name) })
    let made = workspace.made(byBuildOf: index).map {
      ModuleNames.compiled(workspace.graph.modules[$0].id.name)
    }
    let known = workspace.graph.hasTraits ? own : own.union(made)
    let lying = Set(planned.lying.map(\.name))
    return package.closure.contains { module in
      let imports = (reads.modules[module]?.imports ?? []).intersection(names)
      return !workspace.modulesAsked(by: module).filter(lying.contains).allSatisfy(known.contains)
        || !imports.subtracting(made).isSubset(of: own)
    }
  }
}

/// The packages from outside the workspace that SwiftPM fetched for a scratch folder.
private struct ScratchState {
  /// The identities of those whose manifests enable traits of others.
  private let withTraits: Set<String>

  init(_ scratch: String) {
    let state = LocalFiles.read("\(scratch)/workspace-state.json").flatMap { try? JSONParser.parse($0) }
    let packages = state?["object"]?["dependencies"]?.arrayValue ?? []
    withTraits = Set(
      packages.compactMap { node in
        guard let identity = node["packageRef"]?["identity"]?.stringValue,
          let folder = node["subpath"]?.stringValue,
          let manifest = LocalFiles.read("\(scratch)/checkouts/\(folder)/\(PackageFile.manifest)"),
          Self.enablesTraits(manifest)
        else { return nil }
        return identity
      })
  }

  /// True when a call of `.package(...)` has an argument `traits`.
  private static func enablesTraits(_ manifest: [UInt8]) -> Bool {
    let calls = String(decoding: manifest, as: UTF8.self).split(separator: ".package(").dropFirst()
    return calls.contains { call in
      var depth = 1
      let arguments = call.prefix { letter in
        depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
        return depth > 0
      }
      return arguments.contains("traits")
    }
  }

  /// True when a package that is none of `pins` may enable traits of one that is. SwiftPM enables them for all packages
  /// of a build.
  func traitsMayDiffer(for pins: ResolvedPins?) -> Bool {
    guard let pins, !pins.isEmpty else { return false }
    return withTraits.contains { !pins.holds($0) }
  }
}
