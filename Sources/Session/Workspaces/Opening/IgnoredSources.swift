package import Base
package import GitBridge
package import Graph
import SwiftSources

/// Finds what Git does not keep and builds read: ignored files (generated sources, fetched artifacts, inputs of plugins,
/// targets of links, `inputs` of workspace.json), and empty folders in resources.
///
/// Git cannot tell whether they changed, so a module with such files is always affected.
/// Its key covers them and decides whether it must run.
package struct IgnoredSources {
  let tree: WorkingTree
  let workspaceFolder: RelativePath
  /// The entries of workspace.json with `inputs`, and the ignored files that these name from the workspace's root.
  private var declared: [(entry: ModuleEntry, files: Set<TreeFile>)] = []

  /// `modules` are the entries of workspace.json.
  package init(tree: WorkingTree, workspaceFolder: RelativePath, modules: [ModuleEntry]) {
    self.tree = tree
    self.workspaceFolder = workspaceFolder
    for entry in modules where !entry.settings.inputs.isEmpty {
      declared.append((entry, files(declaredBy: entry, from: .root)))
    }
  }

  /// nil for a commit, since only a working tree has ignored files.
  package init?(_ workspace: OpenWorkspace) {
    guard let tree = workspace.head.tree as? WorkingTree else { return nil }
    self.init(
      tree: tree, workspaceFolder: workspace.location.folderInRepository, modules: workspace.config.modules)
  }

  package func seeds(in graph: WorkspaceGraph) -> [ModuleID: Cause] {
    var seeds: [ModuleID: Cause] = [:]
    for (index, module) in graph.modules.numbered
    where module.kind != .unknown || graph.packages[module.package].isMissing {
      if let file = files(of: index, in: graph).first { seeds[module.id] = Cause(.input, file.path) }
    }
    return seeds
  }

  /// Returns the ignored files and empty folders that a module reads, sorted, relative to the workspace.
  package func files(of module: ModuleIndex, in graph: WorkspaceGraph) -> [TreeFile] {
    let node = graph.modules[module]
    let package = graph.packages[node.package]
    if package.isMissing {
      // A missing package was generated here. Its manifest is the only sign of it.
      return files(
        below: [package.folder], opening: { package.folder.isInside($0) },
        where: { $0 == package.folder.appending(PackageFile.manifest) }
      ).sorted { $0.path < $1.path }
    }
    var found = files(
      below: node.layout.folder.map { [$0] + node.layout.inputs } ?? node.layout.inputs,
      opening: { node.layout.mayCompile(below: $0) && node.layout.mayRead($0) },
      where: { node.compiles($0) && node.layout.mayRead($0) })
    let single = Set(node.layout.inputs)
    let included = filesIncluded(by: found.filter { single.contains($0.path) })
    found.formUnion(included.filter { !node.layout.owns($0.path) && !node.layout.reads($0.path) })
    if node.layout.readsWholePackage {
      let places = [package.folder] + package.links.flatMap(\.places)
      let isOpened = { (path: RelativePath) in !path.isHidden(in: package.folder) }
      // A plugin may read settings such as `.env`. Hidden folders belong to tools: `.venv`, `.worktrees`.
      let isRead = { (path: RelativePath) in
        isOpened(path)
          || isOpened(path.parent) && !HarmlessFiles.table.matches(path.components)
            && !EditorFile.isNamed(Array(path.lastComponent))
      }
      found.formUnion(files(below: places, opening: isOpened, where: isRead).filter { $0.kind != .folder })
    }
    for (entry, files) in declared where entry.pattern.matches(node.id) {
      found.formUnion(files)
      if !package.folder.isRoot { found.formUnion(self.files(declaredBy: entry, from: package.folder)) }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Returns the ignored files that `inputs` name. Their patterns count from `folder`. An ignored folder is opened only
  /// if its name is in the pattern, or that of a folder inside: `web/**` does not open `web/node_modules`.
  private func files(declaredBy entry: ModuleEntry, from folder: RelativePath) -> Set<TreeFile> {
    var found: Set<TreeFile> = []
    for pattern in entry.settings.inputs where !pattern.matchesEverything {
      let places = pattern.fixedPlaces.map { folder.appending($0) }
      var opened = places.filter {
        let place = workspaceFolder.appending($0)
        return !place.escapesRoot && tree.isIgnored(place)
      }
      let matches = files(
        below: places,
        opening: { path in
          guard let inside = path.relative(to: folder), pattern.names(folder: inside) else { return false }
          if !opened.contains(where: { path.isInside($0) }) {
            guard pattern.spells(folder: inside) else { return false }
            opened.append(path)
          }
          return true
        },
        where: { path in
          let name = path.lastComponent
          if EditorFile.isNamed(Array(name)) || name.elementsEqual(".DS_Store".utf8) { return false }
          return path.relative(to: folder).map { pattern.covers($0) } ?? false
        })
      found.formUnion(matches.filter { $0.kind != .folder })
    }
    return found
  }

  private func files(
    below folders: [RelativePath], opening isOpened: (RelativePath) -> Bool,
    where isWanted: (RelativePath) -> Bool
  ) -> Set<TreeFile> {
    var found: Set<TreeFile> = []
    for folder in folders {
      let place = workspaceFolder.appending(folder)
      if place.escapesRoot { continue }
      // The name of a link says nothing about the files behind it.
      for file in tree.ignoredFiles(below: place, opening: { isOpened(seen($0)) }, where: { _ in true }) {
        let behind = file.kind == .symbolicLink ? tree.files(behind: file.path) : []
        let read = behind.filter { isWanted(seen($0.seen)) }.map(\.file)
        if !read.isEmpty || isWanted(seen(file.path)) { found.formUnion(([file] + read).map(seen)) }
      }
    }
    return found
  }

  private func seen(_ file: TreeFile) -> TreeFile {
    TreeFile(path: seen(file.path), kind: file.kind, content: file.content)
  }

  private func seen(_ path: RelativePath) -> RelativePath { path.seen(from: workspaceFolder) }
}

// MARK: Headers

extension IgnoredSources {
  /// Returns the files that single ignored headers and module maps name, directly or through others.
  ///
  /// The graph only has the includes of files that Git lists. Compilers list what they read, except for modules with
  /// the attribute `[system]`.
  private func filesIncluded(by headers: Set<TreeFile>) -> Set<TreeFile> {
    var found: Set<TreeFile> = []
    var pending = Array(headers)
    var seen = Set(pending.map(\.path))
    while let header = pending.popLast() {
      for name in namesIncluded(by: header.path) {
        let place = header.path.parent.appending(name)
        guard seen.insert(place).inserted, isIncludable(place, from: header.path.parent) else { continue }
        let more = files(below: [place], opening: { _ in true }, where: { _ in true }).union(known(at: place))
        found.formUnion(more)
        pending += more
      }
    }
    return found
  }

  private func namesIncluded(by path: RelativePath) -> [RelativePath] {
    let language = SourceLanguage(of: path.lastComponent)
    guard language == .cFamily || language == .moduleMap,
      let bytes = try? ByteFiles.contents(of: absolute(path), followingLinks: true)
    else { return [] }
    let names =
      language == .moduleMap
      ? ModuleMapLexer.references(in: bytes).map(\.path)
      : CIncludeLexer.includes(in: bytes).filter { $0.form != .module }.map(\.path)
    return names.filter { !$0.hasPrefix("/") }.map { RelativePath($0) }
  }

  /// Returns true for a file, and for a folder inside the header's own, which may be an umbrella. Other folders may hold
  /// anything.
  private func isIncludable(_ place: RelativePath, from folder: RelativePath) -> Bool {
    guard let kind = FileFacts(of: absolute(place), followingLinks: true)?.kind else { return false }
    return kind == .file || kind == .folder && place != folder && place.isInside(folder)
  }

  /// The file at `place`, if Git lists it.
  private func known(at place: RelativePath) -> [TreeFile] {
    let files = (try? tree.files(below: workspaceFolder.appending(place))) ?? []
    return files.map(seen).filter { $0.path == place }
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    Array("\(tree.workingFolder)/".utf8) + workspaceFolder.appending(path).bytes
  }
}

/// Files that editors write beside the one that is edited: https://vimhelp.org/recover.txt.html,
/// https://www.gnu.org/software/emacs/manual/html_node/emacs/Auto-Save-Files.html
enum EditorFile {
  static func isNamed(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    let ending = text.split(separator: ".").last ?? ""
    let isSwap = text.hasPrefix(".") && ending.count == 3 && ending.hasPrefix("sw")
    return isSwap || text.hasPrefix(".#") || text.hasSuffix("~") || text.hasPrefix("#") && text.hasSuffix("#")
  }
}
