package import Base

/// All files that the keys of a scope contain, by module and package. The rules of the selection place them, so a file
/// that affects a module is in its key.
package struct PlacedFiles: Sendable {
  /// Returns the same files with their current kind and content.
  package typealias Settle = ([TreeFile]) throws -> [TreeFile]

  /// The own files of each module. `inputs` has the files elsewhere that each module reads.
  private(set) var own: Indexed<ModuleIndex, [TreeFile]>
  private(set) var inputs: Indexed<ModuleIndex, [TreeFile]>
  /// Files of no module, which all modules of the package may read.
  private(set) var ofPackage: Indexed<PackageIndex, [TreeFile]>
  private(set) var global: [TreeFile] = []
  /// Files of no package.
  private(set) var ofWorkspace: [TreeFile] = []
  /// Files of Git's attributes, of which only some lines count.
  private var attributes: Set<RelativePath> = []

  /// `files` are sorted. `ignored` has files of each module that Git ignores and the build reads.
  package init(
    _ files: [TreeFile], ignored: [ModuleIndex: [TreeFile]] = [:], graph: WorkspaceGraph, map: ModuleMap,
    scope: KeyScope
  ) {
    own = Indexed(repeating: [], count: graph.modules.count)
    inputs = own
    ofPackage = Indexed(repeating: [], count: graph.packages.count)
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    var folder = map.folder(.root)
    for file in files {
      if !file.path.lies(in: folder.path) { folder = map.folder(file.path.parent) }
      add(file, map.place(file.path, in: folder), scope, packages)
    }
    for (module, files) in ignored where scope.isInside[module] {
      own[module] = (own[module] + files).sorted { $0.path < $1.path }
    }
  }

  private mutating func add(
    _ file: TreeFile, _ placement: Placement, _ scope: KeyScope, _ packages: Set<PackageIndex>
  ) {
    if placement.pathClass == .attributes { attributes.insert(file.path) }
    for placed in placement.modules where scope.isInside[placed.module] {
      switch placed.role {
      case .own: own[placed.module].append(file)
      case .input: inputs[placed.module].append(file)
      }
    }
    switch (placement.pathClass, placement.scope) {
    // The values of manifests and lockfiles are in the key, not their texts.
    case (.manifest, _), (.lockfile, _), (_, .nothing): break
    case (.global, .everything): global.append(file)
    case (_, .everything): ofWorkspace.append(file)
    case (_, .packages(let places)):
      for package in places where packages.contains(package) { ofPackage[package].append(file) }
    }
  }
}

extension PlacedFiles {
  /// Returns the files of one module.
  package func read(by module: ModuleIndex) -> [TreeFile] { own[module] + inputs[module] }

  /// Returns the files for which `isWanted` is true, each once.
  package func all(where isWanted: (TreeFile) -> Bool = { _ in true }) -> [TreeFile] {
    var seen = Set<RelativePath>()
    let lists = own.elements + inputs.elements + ofPackage.elements + [global, ofWorkspace]
    return lists.flatMap { $0.filter(isWanted) }.filter { seen.insert($0.path).inserted }
  }

  /// Replaces the files for which `isOpen` is true by the result of `settle`.
  package mutating func settle(where isOpen: (TreeFile) -> Bool, by settle: Settle) throws {
    let open = all(where: isOpen)
    guard !open.isEmpty else { return }
    let settled = Dictionary(
      zip(open.map(\.path), try settle(open)), uniquingKeysWith: { first, _ in first })
    replace { settled[$0.path] ?? $0 }
  }

  /// Replaces files of which only some lines count by those. A file without such a part is removed.
  package mutating func reduceAttributes(_ reduce: (TreeFile) throws -> TreeFile?) rethrows {
    guard !attributes.isEmpty else { return }
    let reduced = try Dictionary(
      uniqueKeysWithValues: all { attributes.contains($0.path) }.map { ($0.path, try reduce($0)) })
    replace { file in reduced[file.path] ?? file }
  }

  private mutating func replace(_ change: (TreeFile) -> TreeFile?) {
    func replace(in files: inout [TreeFile]) { files = files.compactMap(change) }
    for module in own.indices {
      replace(in: &own[module])
      replace(in: &inputs[module])
    }
    for package in ofPackage.indices { replace(in: &ofPackage[package]) }
    replace(in: &global)
    replace(in: &ofWorkspace)
  }
}
