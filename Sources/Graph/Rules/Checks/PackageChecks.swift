import Base
import SwiftSources

/// Checks `pins`: the form in which packages ask for versions of external ones. The last of several rules for a package
/// counts.
enum PinCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    let rules = context.rules.pins
    guard !rules.isEmpty else { return [] }
    return context.facts.graph.packages.flatMap { package -> [LintFinding] in
      guard let rule = rules.last(where: { $0.match.matches(package: package.folder) }) else { return [] }
      return (package.manifest?.dependencies ?? []).compactMap { finding($0, package.folder, rule) }
    }
  }

  private static func finding(
    _ dependency: PackageDependency, _ folder: RelativePath, _ rule: PinRule
  ) -> LintFinding? {
    let (location, requirement): (String, PackageDependency.Requirement)
    switch dependency.source {
    case .path: return nil
    case .sourceControl(let url, let asked): (location, requirement) = (url, asked)
    case .registry(let id, let asked): (location, requirement) = (id, asked)
    }
    guard !rule.require.isMet(by: requirement) else { return nil }
    return LintFinding(
      rule: .pin, package: folder, module: nil, subject: location,
      message: "the package //\(folder) asks for \(requirement.text) of \"\(location)\"",
      why: rule.demand,
      mend: "write \(rule.require.form(requirement.version)) in the manifest")
  }
}

extension PinRule.Requirement {
  /// Returns true when a requirement has the form. Only the same form passes: an exact version in a library hurts its
  /// users as much as an open range hurts an app. A commit counts as exact.
  fileprivate func isMet(by requirement: PackageDependency.Requirement) -> Bool {
    switch (self, requirement) {
    case (.exact, .exact), (.exact, .revision): true
    case (.upToNextMinor, .range(let low, let high)):
      SemanticVersion(low)?.nextMinor == SemanticVersion(high)
    case (.upToNextMajor, .range(let low, let high)):
      SemanticVersion(low)?.nextMajor == SemanticVersion(high)
    default: false
    }
  }

  var text: String {
    switch self {
    case .exact: "an exact version"
    case .upToNextMinor: "versions up to the next minor one"
    case .upToNextMajor: "versions up to the next major one"
    }
  }

  fileprivate func form(_ version: String) -> String {
    switch self {
    case .exact: "`exact: \"\(version)\"`"
    case .upToNextMinor: "`.upToNextMinor(from: \"\(version)\")`"
    case .upToNextMajor: "`from: \"\(version)\"`"
    }
  }
}

extension PackageDependency.Requirement {
  /// The version to begin with in the wanted form; a placeholder when there is none.
  fileprivate var version: String {
    switch self {
    case .exact(let version), .range(let version, _): version
    case .branch, .revision: "1.2.3"
    }
  }
}

/// Checks `local`: on some branches no dependency may be a working copy in the place of a release.
struct LocalCheck {
  let context: RuleContext
  /// The branch that is checked, and the one that it is to be merged into.
  let branches: [String]

  func findings() throws(Failure) -> [LintFinding] {
    guard let branch = branches.first(where: { context.rules.local?.forbids(on: $0) == true }) else {
      return []
    }
    return try context.facts.graph.packages.map { package throws(Failure) in
      try marks(in: package.folder).map { finding($0, package.folder, branch) }
    }.flatMap(\.self)
  }

  /// Returns the marks in all manifests of a package, since the toolchain decides which one counts.
  private func marks(in folder: RelativePath) throws(Failure) -> [LocalMark] {
    let tree = context.facts.tree
    let names = try tree.entries(of: folder).map(\.name).filter { PackageFile.isManifest($0[...]) }
    return try names.map { name throws(Failure) in
      LocalMark.all(in: try tree.contents(of: folder.appending(RelativePath(name))) ?? [])
    }.flatMap(\.self)
  }

  private func finding(_ mark: LocalMark, _ folder: RelativePath, _ branch: String) -> LintFinding {
    LintFinding(
      rule: .local, package: folder, module: nil, subject: mark.path,
      message: "the package //\(folder) takes \"\(mark.location)\" from the working copy \"\(mark.path)\"",
      why: "\"rules.local\" forbids working copies on the branch \"\(branch)\"",
      mend: "release its changes, then `ambit released \(PackageIdentity.of(location: mark.location))`")
  }
}
