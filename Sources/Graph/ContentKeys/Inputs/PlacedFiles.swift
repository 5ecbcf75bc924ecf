package import Base

/// Every file that keys of a scope read, by whom it concerns. The selection's own rules place it, so that what
/// affects a module is in its key.
package struct PlacedFiles: Sendable {
  /// Gives back the same files with kind and content as they are.
  package typealias Settle = ([TreeFile]) throws -> [TreeFile]

  /// The own files of each module, and those it reads though they lie elsewhere.
  private(set) var own: Indexed<ModuleIndex, [TreeFile]>
  private(set) var inputs: Indexed<ModuleIndex, [TreeFile]>
  /// Files of no module, which all of a package may read.
  private(set) var ofPackage: Indexed<PackageIndex, [TreeFile]>
  private(set) var global: [TreeFile] = []
  /// Files of no package.
  private(set) var ofWorkspace: [TreeFile] = []
  /// Files of which only some lines count.
  private var attributes: Set<RelativePath> = []

  /// `files` are sorted. `ignored` are those that Git ignores and the build does not, by module.
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
    // What they say is in the key, not how they say it.
    case (.manifest, _), (.lockfile, _), (_, .nothing): break
    case (.global, .everything): global.append(file)
    case (_, .everything): ofWorkspace.append(file)
    case (_, .packages(let places)):
      for package in places where packages.contains(package) { ofPackage[package].append(file) }
    }
  }
}

extension PlacedFiles {
  /// The files of one module, for those who want to look into them.
  package func read(by module: ModuleIndex) -> [TreeFile] { own[module] + inputs[module] }

  /// Those that are wanted, each once.
  package func all(where isWanted: (TreeFile) -> Bool = { _ in true }) -> [TreeFile] {
    var seen = Set<RelativePath>()
    let lists = own.elements + inputs.elements + ofPackage.elements + [global, ofWorkspace]
    return lists.flatMap { $0.filter(isWanted) }.filter { seen.insert($0.path).inserted }
  }

  /// Replaces the files that `isOpen` by what `settle` finds them to be.
  package mutating func settle(where isOpen: (TreeFile) -> Bool, by settle: Settle) throws {
    let open = all(where: isOpen)
    guard !open.isEmpty else { return }
    let settled = Dictionary(
      zip(open.map(\.path), try settle(open)), uniquingKeysWith: { first, _ in first })
    replace { settled[$0.path] ?? $0 }
  }

  /// Replaces files of Git's attributes by what they decide; nil where that is nothing.
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
