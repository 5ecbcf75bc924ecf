import Base
import SwiftSources
import Xcode

/// Finds stray packages: test data and templates inside of another package that no manifest and no Xcode project names.
/// They are not part of the workspace.
///
/// Their files belong to the package around them. So a test that builds such a package is selected when one of them
/// changes.
struct NestedPackages {
  /// All packages of the workspace, by the configuration.
  let candidates: Set<RelativePath>
  let tree: any FileTree
  let links: LinkMap

  /// The packages around a path, the outermost first.
  private func around(_ path: RelativePath) -> [RelativePath] {
    path.withAncestors.filter { $0 != path && candidates.contains($0) }
  }

  /// Returns true for a package inside of another that looks like test data. Such a manifest may be broken on purpose,
  /// so it is only evaluated when something names the package.
  func isDoubtful(_ folder: RelativePath) -> Bool {
    guard let outer = around(folder).first, let inside = folder.relative(to: outer) else {
      return folder.hasCatalog
    }
    return inside.components.contains { name in
      let name = Text.escapingInvalidUTF8(name).lowercased()
      return name.hasPrefix("test") || name.hasSuffix("tests") || Self.isFixture(name)
        || name.hasSuffix(".docc")
    }
  }

  /// Returns true when all packages around a folder are evaluated or known to be stray.
  func canJudge(_ folder: RelativePath, _ decided: Set<RelativePath>) -> Bool {
    around(folder).allSatisfy(decided.contains)
  }

  /// Returns the stray packages among `folders`, and whether Xcode projects took part in the decision.
  func strays(
    among folders: some Sequence<RelativePath>, _ evaluated: [EvaluatedPackage]
  ) throws(Failure) -> (folders: Set<RelativePath>, askedProjects: Bool) {
    let manifests = Dictionary(evaluated.map { ($0.folder, $0.manifest) }) { first, _ in first }
    var grounds: [RelativePath: Context] = [:]
    var strays: Set<RelativePath> = []
    func isCovered(_ path: RelativePath) throws(Failure) -> Bool {
      if path.hasCatalog { return true }
      for outer in around(path) {
        if strays.contains(outer) { return true }
        guard let manifest = manifests[outer] ?? nil else { continue }
        if grounds[outer] == nil { grounds[outer] = try Context(outer, manifest, tree, links) }
        if grounds[outer]?.covers(path) == true { return true }
      }
      return false
    }
    for folder in folders.sorted() where try isCovered(folder) { strays.insert(folder) }
    if strays.isEmpty { return ([], false) }
    let projects = try XcodeReferences(in: tree) { folder throws(Failure) in try !isCovered(folder) }
    strays = strays.filter { !projects.names($0, below: around($0).first ?? .root) }
    // A package that a package of the workspace names belongs to the workspace, too.
    while true {
      let owned = evaluated.filter { !strays.contains($0.folder) }
      let named = Set(GraphBuilder.pathDependencies(of: owned, links: links).map(\.folder))
      guard !strays.isDisjoint(with: named) else { return (strays, true) }
      strays.subtract(named)
    }
  }

  /// Returns one warning for all stray packages.
  static func warning(for strays: Set<RelativePath>) -> [Warning] {
    guard let first = strays.min() else { return [] }
    let (others, verb) = strays.count > 1 ? (" and \(strays.count - 1) more", "are") : ("", "is")
    return [
      Warning(
        code: "nested-package",
        message:
          "\"//\(first)\"\(others) \(verb) left out as test data: inside of another package, not named anywhere",
        hints: [
          "\"packages\": [\"**\"] in workspace.json includes them; \"exclude\": [\"\(first)\"] keeps them out"
        ])
    ]
  }

  static func isFixture(_ name: String) -> Bool { name == "fixtures" || name == "fixture" }
}

/// The places in a package at which stray packages may lie.
private struct Context {
  private let folder: RelativePath
  private let places: [RelativePath]
  private let hasTests: Bool

  init(
    _ folder: RelativePath, _ manifest: PackageManifest, _ tree: any FileTree, _ links: LinkMap
  ) throws(Failure) {
    self.folder = folder
    hasTests = manifest.targets.contains { $0.kind == .test }
    let locator = TargetLocator(package: folder, manifest: manifest, tree: tree, links: links)
    let targets = manifest.targets.filter { $0.kind == .test || !$0.exclude.isEmpty }
    places = try targets.map { target throws(Failure) -> [RelativePath] in
      let layout = try locator.layout(of: target)
      // A target that fills the package excludes everything else in it. These exclusions do not concern other packages.
      guard let own = layout.folder, own != folder else { return [] }
      return target.kind == .test ? [own] + layout.excluded : layout.excluded
    }.flatMap(\.self)
  }

  func covers(_ path: RelativePath) -> Bool {
    if places.contains(where: { path.isInside($0) }) { return true }
    guard hasTests, let inside = path.relative(to: folder) else { return false }
    return inside.components.contains {
      NestedPackages.isFixture(Text.escapingInvalidUTF8($0).lowercased())
    }
  }
}

extension RelativePath {
  /// True when the path lies in a catalog of documentation, or is one.
  fileprivate var hasCatalog: Bool { appending("x").isInCatalog }
}

/// Finds the package folders of a tree and their manifests.
struct PackageDiscovery {
  /// The manifests of one package folder.
  struct Candidate: Equatable {
    let folder: RelativePath
    /// Names of all manifests in the folder, the version-specific ones included.
    let names: [String]
  }

  /// All package folders that hold a plain `Package.swift`, sorted.
  static func candidates(among manifests: [RelativePath]) -> [Candidate] {
    var names: [RelativePath: [String]] = [:]
    for path in manifests {
      guard let name = String(validating: path.lastComponent, as: UTF8.self) else { continue }
      names[path.parent, default: []].append(name)
    }
    return names.filter { $1.contains(PackageFile.manifest) }
      .map { Candidate(folder: $0, names: $1.sorted()) }
      .sorted { $0.folder < $1.folder }
  }

  /// Returns the manifests in `folder`; nil when it is no package.
  static func candidate(at folder: RelativePath, in tree: any FileTree) throws(Failure) -> Candidate? {
    let names = try tree.entries(of: folder)
      .filter { $0.kind != .folder && PackageFile.isManifest($0.name[...]) }
      .compactMap { String(validating: $0.name, as: UTF8.self) }
    return names.contains(PackageFile.manifest) ? Candidate(folder: folder, names: names.sorted()) : nil
  }
}

/// The names of folders in Xcode projects and workspaces of a tree, by the last component alone.
///
/// A project describes a file's place by a chain of groups. Two folders with the same name count as the same here. In
/// doubt, a package then counts as named.
struct XcodeReferences {
  private var names: Set<[UInt8]> = []

  /// `counts` returns true for a folder of the workspace.
  init(in tree: any FileTree, where counts: (RelativePath) throws(Failure) -> Bool) throws(Failure) {
    for file in try tree.files(where: { name, _ in XcodeFile.describesContainer(name) })
    where try counts(file.path.parent) {
      // In a clone without file contents, the file is skipped.
      guard let bytes = try tree.contents(of: file) else { continue }
      for value in Self.values(in: bytes) {
        guard let name = RelativePath(value).components.last else { continue }
        names.insert(Array(name))
      }
    }
  }

  /// Returns true when a project names the folder, or one around it inside of `outer`.
  func names(_ folder: RelativePath, below outer: RelativePath) -> Bool {
    (folder.relative(to: outer) ?? folder).components.contains { names.contains(Array($0)) }
  }

  /// Returns the values of `path = `, `relativePath = ` and `location = "group:`. In JSON, they are those of `path`.
  private static func values(in bytes: [UInt8]) -> [[UInt8]] {
    if let root = try? JSONParser.parse(bytes, as: .json5) { return paths(in: root) }
    return texts(in: bytes)
  }

  private static func paths(in node: JSONNode) -> [[UInt8]] {
    switch node.value {
    case .array(let elements): elements.flatMap(paths)
    case .object(let members):
      members.flatMap { member in
        // `<PROJECT>/Modules` counts from the project.
        member.key == "path"
          ? [Array((member.value.stringValue ?? "").utf8)] : paths(in: member.value)
      }
    default: []
    }
  }

  private static func texts(in bytes: [UInt8]) -> [[UInt8]] {
    bytes.split { "\n;,>".utf8.contains($0) }.compactMap { line in
      guard let mark = line.firstIndex(where: { "=:".utf8.contains($0) }) else { return nil }
      let key = line[..<mark].filter { !" \t\"'".utf8.contains($0) }
      guard Self.keys.contains(where: { key.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
        return nil
      }
      let value = Array(
        line[(mark + 1)...].split { " \t\r\"'}".utf8.contains($0) }.joined(separator: " ".utf8))
      // `group:Modules/Core` in a workspace.
      return value.split(separator: UInt8(ascii: ":"), maxSplits: 1).last.map(Array.init)
    }
  }

  private static let keys = ["path", "relativePath", "location"]
}
