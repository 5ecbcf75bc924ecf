package import Base
import SwiftSources

/// The files and folders of a target. All paths are relative to the workspace.
package struct TargetLayout: Sendable, Hashable {
  /// The target's folder; nil for a binary target from a URL, which has no files here.
  package var folder: RelativePath?
  /// The parts of the folder that count as sources; nil for all of it.
  package var sources: [RelativePath]?
  package var excluded: [RelativePath] = []
  /// Resources and public headers. They belong to the target even when `sources` leaves them out.
  package var declared: [RelativePath] = []
  /// Files and folders elsewhere that the target's build reads: the ends of links, resources and sources outside the
  /// folder, header search paths, `-I` flags.
  package var inputs: [RelativePath] = []
  /// The inputs that symbolic links make part of the sources.
  package var linked: [RelativePath] = []
  /// True when a build-tool plugin runs for the target. The plugin may read any file of the package.
  package var readsWholePackage = false
  /// True when SwiftPM looks for sources in catalogs of documentation (`.docc`), as it did before tools version 5.3.
  package var opensCatalogs = false
  /// Names of files, in lower case, to look for in literals of the target's sources. They are the names that tests of
  /// its package exclude, and the workspace's own harmless names. Sorted.
  package var soughtNames: [String] = []
  /// The names of files that the target's literals, or its package's manifest, contain. Sorted.
  package var namedFiles: [String] = []
  /// The modules that the target's sources ask for with `canImport`. Sorted.
  package var askedModules: [String] = []

  /// SwiftPM's names for a main program of tests that the package itself contains.
  static let testEntryPoints = ["XCTMain.swift", "LinuxMain.swift"]

  /// True when a main program of the package starts the target's tests.
  package var hasTestEntryPoint: Bool {
    inputs.contains { Self.isTestEntryPoint($0.lastComponent) }
  }

  static func isTestEntryPoint(_ name: some Sequence<UInt8>) -> Bool {
    testEntryPoints.contains { name.elementsEqual($0.utf8) }
  }

  /// The places without which SwiftPM or a compiler may refuse the target: the folder, resources, public headers, files
  /// that sources include.
  package var neededPlaces: [RelativePath] { [folder].compactMap(\.self) + declared }

  package mutating func add(inputs more: some Sequence<RelativePath>) {
    inputs = Set(inputs).union(more).sorted()
  }
  /// The layout for a package that does not exist. A file in its folder may change that, and keeps its other owners.
  static let nothing = TargetLayout(folder: nil, readsWholePackage: true)

  /// Returns true when `path` is one of the target's own files.
  package func owns(_ path: RelativePath) -> Bool {
    guard let folder, path.isInside(folder) else { return false }
    if excluded.contains(where: { path.isInside($0) }) { return false }
    guard let sources else { return true }
    return sources.contains { path.isInside($0) } || declared.contains { path.isInside($0) }
  }

  /// Returns true when `path` lies in an input, which the target's build reads.
  package func reads(_ path: RelativePath) -> Bool {
    inputs.contains { path.isInside($0) }
  }
}

extension ModuleNode {
  /// Returns true when a file takes part in the module's build because of its name, or as a declared resource. An
  /// artifact counts as a whole.
  package func compiles(_ path: RelativePath) -> Bool {
    kind == .binary && layout.owns(path) || layout.compiles(path)
  }
}

extension TargetLayout {
  /// Returns true when SwiftPM takes a file into the target's build because of its name, or as a declared resource.
  /// Files that Git does not know count too.
  package func compiles(_ path: RelativePath) -> Bool {
    guard owns(path), let folder, let inside = path.relative(to: folder) else {
      return readsByName(path)
    }
    if declared.contains(where: { path.isInside($0) }) { return true }
    let language = SourceLanguage(of: path.lastComponent)
    // SwiftPM compiles nothing in a catalog. A source may only include a header there by its path.
    if !opensCatalogs, inside.isInCatalog { return language == .cFamily }
    return language != nil || inside.components.contains(where: Self.isResource)
  }

  /// Returns false for a hidden file or folder that SwiftPM skips: one that no resource and no input contains. Finder's
  /// settings count nowhere.
  package func mayRead(_ path: RelativePath) -> Bool {
    if path.lastComponent.elementsEqual(".DS_Store".utf8) { return false }
    if (declared + inputs).contains(where: { path.isInside($0) || $0.isInside(path) }) { return true }
    return !path.isHidden(in: folder ?? .root)
  }

  /// Returns true for a file in an input. All files of an input count, whatever their names: archives, tables, headers.
  /// An input that holds the target itself is only searched, so there the name decides.
  private func readsByName(_ path: RelativePath) -> Bool {
    inputs.contains { input in
      guard path.isInside(input) else { return false }
      let isSearched = path != input && folder?.isInside(input) ?? false
      return !isSearched || SourceLanguage(of: path.lastComponent) != nil
        || Self.isLibrary(path.lastComponent)
    }
  }

  /// Returns true when an input makes a file as good as the target's own: a file behind a link, a declared
  /// resource or source elsewhere, or a header or library in a folder that compilers search. Any other file of an input
  /// may have more readers. Example: `headerSearchPath("../..")` covers the data of all tests of a package.
  package func claims(_ path: RelativePath) -> Bool {
    guard reads(path) else { return false }
    if ((sources ?? []) + declared).contains(where: { path.isInside($0) }) { return true }
    let name = path.lastComponent
    let language = SourceLanguage(of: name)
    if language == .cFamily || language == .moduleMap || Self.isLibrary(name) { return true }
    if linked.contains(where: { path.isInside($0) }) { return true }
    return Self.isTestEntryPoint(name) && inputs.contains(path)
  }

  fileprivate static func isLibrary(_ name: ArraySlice<UInt8>) -> Bool {
    ["a", "o", "so", "dylib", "tbd", "lib"].contains { name.hasExtension($0) }
  }

  /// Returns true when some file below `folder` may be compiled.
  package func mayCompile(below folder: RelativePath) -> Bool {
    if owns(folder) || reads(folder) { return true }
    return ((sources ?? []) + declared).contains { $0.isInside(folder) }
  }

  /// Extensions of files and folders that SwiftPM and the compilers take by their names. Catalogs of documentation are
  /// not part of a build.
  private static let resources: Set<String> = [
    "xcassets", "xcstrings", "strings", "stringsdict", "lproj", "storyboard", "xib", "nib", "metal",
    "xcdatamodel", "xcdatamodeld", "xcmappingmodel", "modulemap", "apinotes",
  ]

  private static func isResource(_ name: ArraySlice<UInt8>) -> Bool {
    resources.contains { name.hasExtension($0) }
  }
}

extension RelativePath {
  /// Returns true when a name on the way from `folder` begins with a dot.
  package func isHidden(in folder: RelativePath) -> Bool {
    (relative(to: folder) ?? self).components.contains {
      $0.first == UInt8(ascii: ".") && !$0.elementsEqual("..".utf8)
    }
  }

  /// True when one of the folders is a catalog of documentation.
  var isInCatalog: Bool { components.dropLast().contains { $0.hasExtension("docc") } }
}

extension ArraySlice<UInt8> {
  fileprivate func hasExtension(_ name: String) -> Bool {
    lastIndex(of: UInt8(ascii: ".")).map { self[($0 + 1)...].elementsEqual(name.utf8) } ?? false
  }
}

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

  /// Returns the real places of manifests that are links. A change there reaches every target. A manifest of the package
  /// itself is left out, since its values are compared: `Package@swift-6.0.swift` may be a link to it.
  private func manifestLinks() -> [RelativePath] {
    links.links(below: package)
      .filter { $0.parent == package && PackageFile.isManifest($0.lastComponent) }
      .compactMap { links.resolve($0)?.path }
      .filter { $0.parent != package || !PackageFile.isManifest($0.lastComponent) }
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
        let names = setting.values.flatMap { $0.drop { $0 != "=" }.split { "=\"<>".contains($0) } }
          .map { RelativePath(String($0)) }.filter(\.escapesRoot)
        let near = names.flatMap(FolderImports.climbing).map { folder.appending($0) }
        var places = near.map { links.spelled(links.canonical($0)) }
        for searched in links.searchedFolders(of: target, in: folder, package) {
          for place in names.map({ links.spelled(links.canonical(searched.appending($0))) })
          where try [.file, .executable].contains(kind(of: place)) { places.append(place) }
        }
        return places
      case "unsafeFlags":
        return try FlagPaths(setting.values).named.map { named throws(Failure) in
          // Relative paths count from the folder in which SwiftPM runs the compiler. That is the root package's folder:
          // this package, or one that depends on it.
          let places = [package, .root, folder].compactMap { links.relative(of: named.text, from: $0) }
            .map(links.spelled)
          // A script may fetch an archive to a place that Git ignores. Other words may name outputs, such as caches.
          let isLibrary = TargetLayout.isLibrary(RelativePath(named.text).lastComponent)
          var present = named.isCertain || isLibrary ? Array(places.prefix(1)) : []
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
  /// Returns the folders in which the compilers of a target look for headers, as far as its manifest says.
  func searchedFolders(
    of target: TargetDescription, in folder: RelativePath, _ package: RelativePath
  ) -> [RelativePath] {
    let named = target.settings.flatMap { setting -> [RelativePath] in
      switch setting.name {
      case "headerSearchPath": return setting.values.compactMap { relative(of: $0, from: folder) }
      case "unsafeFlags":
        let places = FlagPaths(setting.values).named.filter(\.isSearched).map(\.text)
        return places.flatMap { text in
          [package, .root, folder].compactMap { relative(of: text, from: $0) }
        }
      default: return []
      }
    }
    return Set(named + [folder.appending(target.publicHeadersPath ?? "include")]).sorted()
  }

  /// Returns the path that a setting names; nil when it is absolute and leads out of the repository.
  fileprivate func relative(of path: String, from folder: RelativePath) -> RelativePath? {
    path.hasPrefix("/") ? relative(absolute: path.utf8) : canonical(folder.appending(path))
  }
}
