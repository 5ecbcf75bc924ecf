package import Base
import Xcode

/// Files that hold for everything below their folder, whatever package or target they lie in: Git's attributes, and
/// versions of tools.
///
/// Example: `.gitattributes` beside the `Package.swift` of a repository decides how Git writes the files of the packages
/// below, too.
package enum SpreadingFile {
  /// Returns the folder that a file holds for; nil for other files.
  static func folder(of path: RelativePath) -> RelativePath? {
    // Every file is asked about, so the name alone is looked at first.
    let name = path.lastComponent
    guard names.contains(where: { $0.elementsEqual(name) }), PartlyHarmlessFile(path) != nil else {
      return nil
    }
    return path.parent.lastComponent.elementsEqual(".mise".utf8) ? path.parent.parent : path.parent
  }

  private static let names = ([AttributesFile.fileName] + ToolVersionsFile.names).map {
    Array(RelativePath($0).lastComponent)
  }

  /// Returns true for a file outside the workspace that decides something about packages in the workspace or about
  /// `places` outside: a file that spreads, the version of Swift, or settings that plugins look for in the folders above.
  package static func concerns(
    _ graph: WorkspaceGraph, and places: Set<RelativePath>, from path: RelativePath
  ) -> Bool {
    let spreading = folder(of: path)
    let folder = spreading ?? path.parent
    guard folder.isAboveRoot || places.contains(where: { $0.isInside(folder) }) else { return false }
    return spreading != nil || path.lastComponent.elementsEqual(".swift-version".utf8)
      || HarmlessFiles.isForPlugins(path.lastComponent)
        && graph.modules.contains {
          $0.layout.readsWholePackage || !($0.target?.members.pluginFolders.isEmpty ?? true)
        }
  }
}

extension RelativePath {
  /// Returns true when this path is `folder` or lies below it. Folders around the workspace count too.
  func isBelow(_ folder: RelativePath) -> Bool {
    guard folder.isAboveRoot else { return isInside(folder) }
    return components.prefix { $0.elementsEqual("..".utf8) }.count <= folder.components.count
  }
}

extension ModuleMap {
  /// Returns the placement with everything that a file holds for below its folder.
  func spread(_ placement: Placement, of path: RelativePath) -> Placement {
    guard rules.unowned != .ignore, placement.scope != .everything,
      [.attributes, .source, .unowned, .unread].contains(placement.pathClass),
      let folder = SpreadingFile.folder(of: path),
      // A file that modules declare counts for these alone.
      placement.pathClass != .source || declaredReaders(of: path).isEmpty
    else { return placement }
    var packages = Set(
      graph.packages.numbered.filter { !$1.isMissing && !$1.isProject && $1.folder.isBelow(folder) }.map(\.0))
    if case .packages(let own) = placement.scope { packages.formUnion(own) }
    let known = Set(placement.modules.map(\.module))
    // Targets of projects, and modules of other packages, may have files there, too.
    let readers = graph.modules.numbered.filter { index, module in
      guard !known.contains(index), !packages.contains(module.package) else { return false }
      if let members = module.target?.members { return folder.isAboveRoot || members.reach(into: folder) }
      return ([module.layout.folder].compactMap(\.self) + module.layout.inputs).contains {
        $0.isBelow(folder)
      }
    }
    let modules = placement.modules + readers.map { PlacedModule(module: $0.0, role: .input) }
    return Placement(
      placement.pathClass == .unread && !modules.isEmpty ? .source : placement.pathClass,
      modules: modules.sorted { $0.module < $1.module },
      scope: packages.isEmpty ? placement.scope : .packages(packages.sorted()))
  }
}
