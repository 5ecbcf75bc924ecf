import Base
import Graph
import Reports

/// The proposal of `ambit init`, from the repository's files.
struct WorkspaceProposal {
  /// A folder of these names may hold packages of any kind, so its name means no layer.
  private static let plainNames: Set<String> = [
    "packages", "modules", "sources", "src", "swift", "swiftpackages", "localpackages", "spm",
  ]

  static func make(
    name: String, defaultBase: String?, folders: PackageFolders, owners: [Owner], ownersFile: RelativePath?,
    files: [RelativePath]
  ) -> InitReport {
    InitReport(
      name: name, defaultBase: defaultBase, packageCount: folders.folders.count, patterns: folders.patterns,
      teams: teams(owners), ownersFile: ownersFile, tags: tags(folders), ignored: ignored(files))
  }

  /// Settings of CI services and of other build systems. A pattern does not hide files of a target.
  private static let others = [
    ".gitlab/**", ".buildkite/**", "azure-pipelines.yml", "bitrise.yml", "codemagic.yml", "Jenkinsfile",
    "fastlane/**", "Dangerfile*", "cmake/**",
  ]

  private static func ignored(_ files: [RelativePath]) -> [String] {
    others.filter { text in
      let pattern = PathPattern(stringLiteral: text)
      return files.contains { pattern.matches($0.components) }
    }
  }

  /// A team for each name of CODEOWNERS. Mail addresses and roles are left as they are, since nobody knows their team.
  private static func teams(_ owners: [Owner]) -> [InitReport.Team] {
    var handles: Set<String> = []
    let names = owners.filter { $0.kind == .name && handles.insert($0.text.lowercased()).inserted }
    let short = names.map { id(of: $0.text, whole: false) }
    return zip(names, short).map { owner, id in
      let isUnique = short.count { $0 == id } == 1
      return InitReport.Team(id: isUnique ? id : Self.id(of: owner.text, whole: true), handle: owner.text)
    }
  }

  /// `payments` for `@shop/payments`, or `shop-payments` when there is another `payments`.
  private static func id(of handle: String, whole: Bool) -> String {
    let parts = handle.drop { $0 == "@" }.lowercased().split(separator: "/")
    return whole ? parts.joined(separator: "-") : parts.last.map(String.init) ?? handle
  }

  /// A layer for each folder of packages, when there are several such folders.
  private static func tags(_ folders: PackageFolders) -> [InitReport.Tag] {
    guard folders.patterns != nil else { return [] }
    let named = folders.parents.filter { parent in
      !plainNames.contains(Text.escapingInvalidUTF8(parent.lastComponent).lowercased())
    }
    guard named.count > 1 else { return [] }
    return named.map { parent in
      let layer = Text.escapingInvalidUTF8(parent.lastComponent).lowercased()
      return InitReport.Tag(match: "//\(parent)/*", tag: "layer:\(layer)")
    }
  }
}
