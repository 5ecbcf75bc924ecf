package import Base
import SwiftSources

extension ImportScan {
  /// Returns those of the names, in lower case, that some source may contain in a literal.
  package mutating func said(
    _ names: Set<String>, by graph: WorkspaceGraph, in tree: any FileTree
  ) throws -> Set<String> {
    let found = try imports(of: graph.seekingNames(names.sorted()).modules.elements, in: tree)
    let said = NameSet(found.byModule.flatMap { $0.flatMap(\.imports.names) })
    // A source that could not be read may contain any name.
    return found.unread.isEmpty ? names.filter { said.contains(Array($0.utf8)) } : names
  }
}

extension WorkspaceGraph {
  /// Returns the graph with the names to look for in the sources of each package. Files that its test targets exclude
  /// lie in folders that other targets may open by name. `more` are looked for everywhere.
  func seekingNames(_ more: [String]) -> WorkspaceGraph {
    var result = self
    for package in packages {
      let tests = package.modules.map { modules[$0] }.filter { $0.kind == .test }
      let names = Set(more + tests.flatMap(\.layout.namesOfLeftOut)).sorted()
      for module in package.modules where !names.isEmpty { result.modules[module].layout.soughtNames = names }
    }
    return result
  }

  /// Returns the graph with the names in sources, and in manifests that may read files. A source of `unread` may
  /// contain any.
  func namingFiles(
    _ found: Indexed<ModuleIndex, [ImportScan.Found]>, unread: [RelativePath], _ manifests: [ImpureManifest]
  ) -> WorkspaceGraph {
    var result = self
    for module in modules.indices {
      let isUnknown = unread.contains { path in found[module].contains { path.isInside($0.folder) } }
      let names = found[module].flatMap(\.imports.names) + (isUnknown ? ["*"] : [])
      if !names.isEmpty { result.modules[module].layout.namedFiles = Set(names).sorted() }
    }
    for manifest in manifests {
      guard let package = package(at: manifest.folder).map({ packages[$0] }) else { continue }
      let names = manifest.namedFiles(declaredBy: package)
      for module in package.modules where !names.isEmpty {
        let layout = result.modules[module].layout
        result.modules[module].layout.namedFiles = Set(layout.namedFiles + names).sorted()
      }
    }
    return result
  }
}

extension TargetLayout {
  /// The names of the target's folder and of the parts excluded in it; none when all of the folder is the target's.
  fileprivate var namesOfLeftOut: [String] {
    guard let folder, sources != nil || !excluded.isEmpty else { return [] }
    let inside = excluded.compactMap { $0.relative(to: folder) }.flatMap(\.components)
    return ([folder.lastComponent] + inside).map {
      String(decoding: NamePattern.lowercased($0), as: UTF8.self)
    }
  }
}

extension ImpureManifest {
  /// Returns the names in literals, except those in the declarations of targets.
  fileprivate func namedFiles(declaredBy package: PackageNode) -> [String] {
    let found = NamedFiles.names(
      in: contents, ImportLexer.findings(in: contents).literals, wanted: NamedFiles.wanted([]))
    guard !found.isEmpty else { return [] }
    let targets = package.manifest?.targets ?? []
    let paths = targets.flatMap { target in
      target.exclude + (target.sources ?? []) + target.resources.map(\.path)
        + [target.path, target.publicHeadersPath].compactMap(\.self)
    }
    let declared = Set(paths.flatMap { $0.lowercased().split(separator: "/").map(String.init) })
    return found.filter { !declared.contains($0) }
  }
}
