import Base
import GitBridge
import Graph
import Session
import SwiftSources

/// One state of the workspace, with all data for its interfaces.
struct InterfaceRevision {
  let session: Session
  /// All files of the repository.
  let tree: any FileTree
  let graph: WorkspaceGraph
  /// The workspace's files.
  let workspaceTree: any FileTree
  let config: WorkspaceConfig
  let settings: BuildSettings
  let keys: ModuleKeys
  /// The ignored sources that builds read.
  let ignored: [ModuleIndex: [TreeFile]]

  /// True when the workspace's files lie on the disk as in the tree.
  var isOnDisk: Bool { tree is WorkingTree }

  init(_ session: Session, _ tree: any FileTree, _ graph: WorkspaceGraph) throws(Failure) {
    self.session = session
    self.tree = tree
    let isHead = tree is WorkingTree
    config = isHead ? session.workspace.config : try session.workspace.config(in: tree)
    settings = session.settings
    let preparation = KeyPreparation(
      session, tree, graph, config, settings, platform: HostPlatform.name)
    keys = try preparation.keys(of: nil)
    workspaceTree = SubTree(of: tree, at: session.workspace.location.folderInRepository)
    self.graph = graph
    ignored = Self.ignored(in: graph, tree, session)
  }

  private static func ignored(
    in graph: WorkspaceGraph, _ tree: any FileTree, _ session: Session
  ) -> [ModuleIndex: [TreeFile]] {
    guard let working = tree as? WorkingTree else { return [:] }
    let sources = IgnoredSources(
      tree: working, workspaceFolder: session.workspace.location.folderInRepository,
      modules: session.workspace.config.modules)
    return graph.modules.indices.reduce(into: [:]) { $0[$1] = sources.files(of: $1, in: graph) }
  }

  /// The modules that people may see.
  var listed: [ModuleID] { graph.listedModules.map(\.id) }

  /// The contents of the lockfiles. An unreadable one has no pins.
  var lockfiles: [RelativePath: [UInt8]] {
    let paths = Set(graph.packages.flatMap { config.lockfiles(serving: $0.folder) })
    return paths.reduce(into: [:]) { found, path in found[path] = try? workspaceTree.contents(of: path) }
  }

  /// Returns true when the module may be in a package that cannot be evaluated.
  func isUnreadable(_ module: ModuleID) -> Bool {
    graph.index(of: module) == nil
      && graph.modules.contains { $0.kind == .unknown && $0.id.package == module.package }
  }

  /// The key of the module's stored interface. nil where no key holds all that decides it.
  func storeKey(_ module: ModuleIndex) -> SHA256Digest? {
    guard let key = keys.key(of: graph.modules[module].id), !key.isLoose else { return nil }
    return key.digest
  }

  /// Returns the keys for the files as they are on the disk now.
  func keysNow(_ world: World, of modules: [ModuleID]) throws(Failure) -> ModuleKeys {
    let workspace = try OpenWorkspace.open(world, session.global, headRevision: nil)
    return try KeyPreparation(
      session, workspace.head.tree, graph, config, settings, platform: HostPlatform.name
    ).keys(of: modules)
  }

  /// The modules that the module's sources may import directly.
  func imports(_ module: ModuleIndex) -> [ModuleIndex] {
    graph.modules[module].edges.filter { edge in
      edge.counts(on: [HostPlatform.name.lowercased()])
        && (edge.kind == .dependency || edge.kind == .undeclaredImport)
        && [.library, .executable, .system, .unknown].contains(graph.modules[edge.target].kind)
    }.map(\.target)
  }

  /// Returns the imports of these modules, of their imports, and so on.
  func imports(from modules: [ModuleIndex]) -> [ModuleIndex: [ModuleIndex]] {
    var found: [ModuleIndex: [ModuleIndex]] = [:]
    var pending = modules
    while let next = pending.popLast() {
      if found[next] != nil { continue }
      let imports = imports(next)
      found[next] = imports
      pending += imports.filter { found[$0] == nil }
    }
    return found
  }
}

extension ModuleKey {
  /// True when the key lacks something that decides the interface.
  fileprivate var isLoose: Bool {
    [.unreadableInput, .unpinnedDependency, .outsideRepository].contains(obstacle?.code)
  }
}

/// The form of a module from which its interface is read.
enum InterfaceNode: Sendable {
  /// Swift sources relative to the workspace, a source that SwiftPM would generate, and the module's own flags.
  case swift(sources: [RelativePath], generated: String?, flags: [String])
  /// Public headers in `folder`. `map` is the module's own module map.
  case c(folder: RelativePath, headers: [RelativePath], map: RelativePath?)
  /// A system library, by its module map. The map may name any of `files`.
  case system(map: RelativePath, files: [RelativePath])
  /// The module offers nothing to other modules.
  case nothing(String)
  case unknown(String)
}

extension InterfaceNode {
  /// - `also`: kinds of modules beside libraries whose sources are compiled as well.
  static func of(
    _ index: ModuleIndex, in revision: InterfaceRevision, also: Set<ModuleKind> = []
  ) throws(Failure) -> InterfaceNode {
    let (graph, tree) = (revision.graph, revision.workspaceTree)
    let module = graph.modules[index]
    let package = graph.packages[module.package]
    guard let manifest = package.manifest,
      let target = manifest.targets.first(where: { $0.name == module.id.name })
    else {
      return .unknown("its manifest cannot be evaluated")
    }
    switch module.kind {
    case .library: break
    case _ where also.contains(module.kind): break
    case .executable: return .nothing("an executable offers nothing to other modules")
    case .test: return .nothing("tests offer nothing to other modules")
    case .macro, .plugin:
      return .unknown("a \(module.kind.rawValue) runs during the build, so its behaviour counts")
    case .system: return try systemLibrary(module, tree)
    case .binary: return .unknown("an artifact has no sources")
    case .unknown: return .unknown("its manifest cannot be evaluated")
    case .app, .extension, .framework, .bundle, .uiTest: return .unknown("Xcode builds it")
    }
    let files = try ModuleSources(tree).files(of: module) + ignoredSources(index, revision)
    let sources = files.filter { $0.language == .swift }.map(\.path)
    if sources.isEmpty { return try headers(of: target, module, tree) }
    if let reason = obstacle(module, files.map(\.path), revision) { return .unknown(reason) }
    let traits = RootClosure(of: module.package, in: graph, requested: revision.settings.traits).traits[
      module.package]
    do throws(Failure) {
      let flags = try SwiftModuleFlags(
        manifest, identity: package.identity, target, configuration: revision.settings.configuration,
        platform: HostPlatform.name, traits: traits ?? [])
      return .swift(
        sources: Set(sources).sorted(), generated: GeneratedSource.text(for: target), flags: flags.arguments)
    } catch {
      return .unknown(error.message)
    }
  }

  /// Returns the reason that sources alone do not tell the interface.
  private static func obstacle(
    _ module: ModuleNode, _ files: [RelativePath], _ revision: InterfaceRevision
  ) -> String? {
    if module.layout.readsWholePackage || module.edges.contains(where: { $0.kind == .plugin }) {
      return "a plugin may generate sources, which needs a build"
    }
    let macro = module.edges.first { edge in
      edge.kind == .macro && revision.graph.modules[edge.target].kind == .macro
    }
    if let macro {
      return "it uses the macros of \(revision.graph.modules[macro.target].id), which need a build"
    }
    if let package = module.externalPackages.first {
      return
        "it uses the external package \"\(package)\", whose sources only a build fetches"
    }
    if files.contains(where: \.escapesRoot) { return "some of its sources are outside the workspace" }
    return nil
  }

  private static func ignoredSources(_ index: ModuleIndex, _ revision: InterfaceRevision) -> [ModuleSources
    .File]
  {
    (revision.ignored[index] ?? []).compactMap { file in
      SourceLanguage(of: file.path.lastComponent).map { ModuleSources.File(path: file.path, language: $0) }
    }.filter { revision.graph.modules[index].layout.owns($0.path) }
  }

  private static func headers(
    of target: TargetDescription, _ module: ModuleNode, _ tree: any FileTree
  ) throws(Failure) -> InterfaceNode {
    guard let folder = module.layout.folder, !folder.escapesRoot else {
      return .unknown("it has no sources of its own")
    }
    let place = folder.appending(RelativePath(target.publicHeadersPath ?? "include"))
    let files = try tree.files(below: place).map(\.path)
    let headers = files.filter { path in
      // Any file there may be included.
      path != place.appending("module.modulemap")
    }
    let map = files.first { $0 == place.appending("module.modulemap") }
    return .c(folder: place, headers: headers + (map.map { [$0] } ?? []), map: map)
  }

  private static func systemLibrary(_ module: ModuleNode, _ tree: any FileTree) throws(Failure)
    -> InterfaceNode
  {
    guard let folder = module.layout.folder, !folder.escapesRoot else {
      return .unknown("it has no module map")
    }
    let map = folder.appending("module.modulemap")
    let files = try tree.files(below: folder).map(\.path)
    return files.contains(map) ? .system(map: map, files: files) : .unknown("it has no module map")
  }
}

/// The source that SwiftPM generates for a target with resources, without the resources. It serves to check types.
enum GeneratedSource {
  static func text(for target: TargetDescription) -> String? {
    guard !target.resources.isEmpty else { return nil }
    let embedded = target.resources.filter { $0.rule == "embedInCode" }.map { resource in
      String(
        RelativePath(resource.path).lastComponent.map { byte in
          byte.isASCIIAlphanumeric ? Character(UnicodeScalar(byte)) : "_"
        })
    }
    var text = ""
    if embedded.count < target.resources.count {
      text += "import Foundation\nextension Foundation.Bundle { static var module: Bundle { .main } }\n"
    }
    if !embedded.isEmpty {
      let names = Set(embedded).sorted().map { "static let \($0): [UInt8] = []" }
      text += "struct PackageResources { \(names.joined(separator: "; ")) }\n"
    }
    return text
  }
}
