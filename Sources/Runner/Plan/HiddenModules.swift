import Base
import Graph

/// The modules of the workspace that sources ask for with `canImport`, and that builds of their packages do not make
/// here. A dependency may be for another platform. In a folder with such a module the answer would be another one.
struct HiddenModules {
  private let workspace: RunWorkspace
  /// The modules asked for, by the package that asks. Tests ask in builds of their own package alone.
  private var asked: [PackageIndex: (tests: Set<ModuleIndex>, others: Set<ModuleIndex>)] = [:]

  /// nil when there are none.
  init?(_ workspace: RunWorkspace) {
    let graph = workspace.graph
    self.workspace = workspace
    let asking = graph.modules.filter { !$0.layout.askedModules.isEmpty }
    guard !asking.isEmpty else { return nil }
    let byName = Dictionary(grouping: graph.modules.indices) {
      ModuleNames.compiled(graph.modules[$0].id.name)
    }
    for module in asking {
      let targets = module.layout.askedModules.flatMap { byName[$0] ?? [] }
      let made = targets.isEmpty ? [] : workspace.made(byBuildOf: module.package)
      for target in targets where !made.contains(target) {
        if module.kind == .test {
          asked[module.package, default: ([], [])].tests.insert(target)
        } else {
          asked[module.package, default: ([], [])].others.insert(target)
        }
      }
    }
    if asked.isEmpty { return nil }
  }

  /// Returns the modules that must not lie in the scratch folder of a root that involves `packages`.
  func modules(from root: PackageIndex, _ packages: [PackageIndex]) -> Set<ModuleIndex> {
    let hidden = packages.reduce(into: asked[root]?.tests ?? []) { $0.formUnion(asked[$1]?.others ?? []) }
    return hidden.isEmpty ? [] : hidden.subtracting(workspace.made(byBuildOf: root))
  }
}

extension RunWorkspace {
  /// The platform whose dependencies hold in builds here.
  private static let platforms: Set = [HostPlatform.name.lowercased()]

  /// Returns the modules that a build makes whose only root is `package`.
  func made(byBuildOf package: PackageIndex) -> Set<ModuleIndex> {
    let made = graph.modules(neededBy: graph.packages[package].modules) {
      $0.kind.isDeclared && $0.counts(on: Self.platforms)
    }
    return Set(made.nodes)
  }

  /// Returns the modules that a module's sources ask for with `canImport`.
  func modulesAsked(by module: ModuleID) -> [String] {
    graph.index(of: module).map { graph.modules[$0].layout.askedModules } ?? []
  }
}
