package import Base

@testable package import Graph
@testable import SwiftSources

/// A module graph from a few words: `"App -> Feature Core | AppTests -> App | Feature -> Core"`.
///
/// Every name is a package with one target of that name; a name that ends in `Tests` is a test module
/// of the package before the suffix. `~>` is a plugin edge, `=>` a macro edge.
package enum GraphSketch {
  package static func graph(_ sketch: String) -> WorkspaceGraph {
    var edges: [String: [(String, ModuleEdge.Kind)]] = [:]
    for line in sketch.split(separator: "|") {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first else { continue }
      var kind = ModuleEdge.Kind.dependency
      edges[name, default: []] += []
      for word in words.dropFirst() {
        switch word {
        case "->": kind = .dependency
        case "~>": kind = .plugin
        case "=>": kind = .macro
        default:
          edges[name, default: []].append((word, kind))
          edges[word, default: []] += []
        }
      }
    }
    return graph(edges)
  }

  package static func id(_ name: String) -> ModuleID {
    let package = name.hasSuffix("Tests") ? String(name.dropLast(5)) : name
    return ModuleID(package: RelativePath(package), name: name)
  }

  private static func graph(_ edges: [String: [(String, ModuleEdge.Kind)]]) -> WorkspaceGraph {
    let names = edges.keys.sorted { id($0) < id($1) }
    let folders = Set(names.map { id($0).package }).sorted()
    // Some sketches have thousands of names.
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let packagePlaces = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
    let modules = names.map { name in
      ModuleNode(
        id: id(name), kind: kind(of: name), package: PackageIndex(packagePlaces[id(name).package] ?? 0),
        layout: layout(of: name),
        edges: (edges[name] ?? []).map { target, kind in
          ModuleEdge(target: ModuleIndex(places[target] ?? 0), kind: kind)
        }.sorted { $0.target < $1.target },
        externalPackages: [])
    }
    let own = Dictionary(grouping: names.indices) { id(names[$0]).package }
    let packages = folders.map { folder in
      let range = own[folder] ?? []
      var manifest = PackageManifest(folder.description, ToolsVersion(6, 0))
      manifest.targets = range.map { TargetDescription(names[$0]) }
      return PackageNode(
        folder: folder, identity: folder.description.lowercased(), manifest: manifest,
        problem: nil, modules: ModuleIndex(range.first ?? 0)..<ModuleIndex((range.last ?? -1) + 1))
    }
    return WorkspaceGraph(packages: packages, modules: modules)
  }

  private static func kind(of name: String) -> ModuleKind {
    name.hasSuffix("Tests") ? .test : name.hasSuffix("Plugin") ? .plugin : .library
  }

  private static func layout(of name: String) -> TargetLayout {
    let parent = name.hasSuffix("Tests") ? "Tests" : "Sources"
    return TargetLayout(folder: id(name).package.appending("\(parent)/\(name)"))
  }
}
