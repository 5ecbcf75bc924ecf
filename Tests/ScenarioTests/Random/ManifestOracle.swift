/// What a changed manifest affects, told from the two sketches.
enum ManifestOracle {
  static func changed(_ folder: String, _ base: WorkspaceSketch, _ head: WorkspaceSketch) -> Set<String> {
    let old = base.packages.first { $0.folder == folder }
    let new = head.packages.first { $0.folder == folder }
    guard let old, let new else { return ids(old).union(ids(new)) }
    if wide(old) != wide(new) || unusedRemotes(old) != unusedRemotes(new) { return ids(old).union(ids(new)) }
    let names = Set((old.targets + new.targets).map(\.name))
    return Set(names.filter { saying(old, $0) != saying(new, $0) }.map { "\(folder):\($0)" })
  }

  private static func ids(_ package: SketchPackage?) -> Set<String> {
    Set((package?.targets ?? []).map { "\(package?.folder ?? ""):\($0.name)" })
  }

  /// What holds for all of a package.
  private static func wide(_ package: SketchPackage) -> [[String]] {
    [[package.toolsVersion], package.platforms, package.traits, package.defaultTraits]
  }

  /// A remote dependency that no target uses still takes part in the resolution.
  private static func unusedRemotes(_ package: SketchPackage) -> Set<String> {
    Set(
      package.dependencies.filter { text in
        text.contains("://") && !package.targets.contains { uses($0, text) }
      })
  }

  private static func uses(_ target: SketchTarget, _ dependency: String) -> Bool {
    let path = RandomWorkspace.path(dependency)
    let name = RandomWorkspace.name(of: path).replacing(".git", with: "")
    return target.dependencies.contains { $0.package == name }
      || target.plugins.contains { $0.hasSuffix("@\(name)") }
  }

  /// All that a manifest says about one target; nil when it does not have it.
  private struct Saying: Hashable {
    let target: SketchTarget
    let products: Set<String>
    let dependencies: Set<String>
  }

  private static func saying(_ package: SketchPackage, _ name: String) -> Saying? {
    package.targets.first { $0.name == name }.map { target in
      Saying(
        target: target,
        products: Set(
          package.allProducts.filter { $0.targets.contains(name) }.map { "\($0.kind) \($0.name)" }),
        dependencies: Set(package.dependencies.filter { uses(target, $0) }))
    }
  }
}
