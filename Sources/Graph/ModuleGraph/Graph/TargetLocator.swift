import Base
import SwiftSources

/// Finds the folder of each target of a package as SwiftPM does, following symbolic links.
struct TargetLocator {
  let package: RelativePath
  let manifest: PackageManifest
  let tree: any FileTree
  let links: LinkMap

  private static let sourceFolders = ["Sources", "Source", "src", "srcs"]
  private static let testFolders = ["Tests"] + sourceFolders

  func layout(of target: TargetDescription) throws(Failure) -> TargetLayout {
    guard let folder = try folder(of: target) else { return TargetLayout(folder: nil) }
    let place = { (path: String) in links.spelled(folder.appending(path)) }
    var declared = target.resources.map { place($0.path) }
    if target.kind == .regular || target.kind == .executable {
      declared.append(place(target.publicHeadersPath ?? "include"))
    }
    let sources = target.sources?.map(place)
    var layout = TargetLayout(
      folder: folder, sources: sources, excluded: target.exclude.map(place),
      declared: declared, readsWholePackage: !target.pluginUsages.isEmpty,
      opensCatalogs: manifest.toolsVersion < ToolsVersion(5, 3)
        || (target.sources ?? []).contains { RelativePath($0).appending("source").isInCatalog })
    let outside = try (declared + (sources ?? []) + settingPaths(of: target, in: folder))
      .filter { !$0.isInside(folder) }
    layout.linked = links.places(linkedFrom: folder) { layout.owns($0) }
    let behind = outside.flatMap { links.places(linkedFrom: $0) { _ in true } }
    layout.inputs = Set(outside + behind + layout.linked + manifestLinks()).sorted()
    return layout
  }

  /// Returns the files that SwiftPM compiles as the main program of all tests of a package, instead of writing one.
  /// SwiftPM looks beside each test target and in the folders above.
  func testEntryPoints(of tests: [TargetLayout]) throws(Failure) -> [RelativePath] {
    let folders = tests.compactMap(\.folder).filter { $0.isInside(package) }.flatMap { folder in
      (folder == package ? folder : folder.parent).withAncestors.filter { $0.isInside(package) }
    }
    // The folders are listed instead of asking for these names: a graph remembers each path that it asked for.
    return try Set(folders).map { folder throws(Failure) in
      let names = Set(try tree.entries(of: links.resolve(folder)?.path ?? folder).map(\.name))
      return TargetLayout.testEntryPoints.map { links.spelled(folder.appending($0)) }
        .filter { names.contains(Array($0.lastComponent)) }
        .flatMap { [$0] + [links.resolve($0)?.path].compactMap { $0 } }
    }.flatMap(\.self)
  }

  private func folder(of target: TargetDescription) throws(Failure) -> RelativePath? {
    if let path = target.path { return links.spelled(package.appending(path)) }
    if target.kind == .binary { return nil }
    let parent = try predefinedFolder(for: target.kind)
    let own = links.spelled(parent.appending(target.name))
    if try kind(of: own) != nil { return own }
    // Since 5.9 the only target of its sort may have its files in the predefined folder itself.
    let mayFillParent = manifest.toolsVersion >= ToolsVersion(5, 9) && sharesRoot(with: target) == 1
    return mayFillParent ? parent : own
  }

  private func predefinedFolder(for kind: TargetDescription.Kind) throws(Failure) -> RelativePath {
    let candidates =
      switch kind {
      case .plugin: ["Plugins"]
      case .test: Self.testFolders
      default: Self.sourceFolders
      }
    let places = candidates.map { links.spelled(package.appending($0)) }
    for place in places where try self.kind(of: place) == .folder { return place }
    return places[0]
  }

  /// Returns the number of targets that SwiftPM looks for below the same predefined folder. Binary targets do not
  /// count.
  private func sharesRoot(with target: TargetDescription) -> Int {
    func root(_ kind: TargetDescription.Kind) -> String {
      switch kind {
      case .plugin: "plugins"
      case .test: "tests"
      default: "sources"
      }
    }
    return manifest.targets.count { $0.kind != .binary && root($0.kind) == root(target.kind) }
  }

  /// Returns the kind of the file at the end of all links. A broken link counts as a link.
  private func kind(of path: RelativePath) throws(Failure) -> FileKind? {
    if let end = links.resolve(path), let kind = try tree.kind(of: end.path) { return kind }
    return try tree.kind(of: path)
  }

  /// Returns the real places of manifests that are links. A change there reaches every target.
  private func manifestLinks() -> [RelativePath] {
    links.links(below: package)
      .filter { $0.parent == package && PackageFile.isManifest($0.lastComponent) }
      .compactMap { links.resolve($0)?.path }
  }

  private func settingPaths(of target: TargetDescription, in folder: RelativePath) throws(Failure)
    -> [RelativePath]
  {
    try target.settings.map { setting throws(Failure) -> [RelativePath] in
      switch setting.name {
      case "headerSearchPath":
        return setting.values.map { links.relative(of: $0, from: folder) }.compactMap { $0 }.map(
          links.spelled)
      case "define":
        // An include anywhere in the target may take the macro.
        return setting.values.flatMap { $0.drop { $0 != "=" }.split { "=\"<>".contains($0) } }
          .flatMap { FolderImports.climbing(RelativePath(String($0))) }
          .compactMap { links.canonical(folder.appending($0)) }.map(links.spelled)
      case "unsafeFlags":
        return try FlagPaths(setting.values).named.map { named throws(Failure) in
          // Relative paths count from the folder in which SwiftPM runs the compiler. That is the root package's folder:
          // this package, or one that depends on it.
          let places = [package, .root, folder].compactMap { links.relative(of: named.text, from: $0) }
            .map(links.spelled)
          let certain = named.isCertain ? places.prefix(1) : []
          var present = Array(certain)
          for place in places where place != package && !place.isRoot {
            if try kind(of: place) != nil { present.append(place) }
          }
          return present
        }.flatMap(\.self)
      default: return []
      }
    }.flatMap(\.self)
  }
}

extension LinkMap {
  /// Returns the path that a setting names; nil when it is absolute and leads out of the repository.
  fileprivate func relative(of path: String, from folder: RelativePath) -> RelativePath? {
    path.hasPrefix("/") ? relative(absolute: path.utf8) : canonical(folder.appending(path))
  }
}
