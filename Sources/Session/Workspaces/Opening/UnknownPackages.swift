package import Base
package import Graph
package import Reports

/// Messages about packages that cannot be evaluated.
package enum UnknownPackages {
  package static let code = "unknown-manifest"

  /// `tree` has the files of the head.
  package static func fallback(for packages: [UnknownPackage], in tree: some FileTree) -> Fallback? {
    guard let first = packages.first else { return nil }
    let others = packages.count > 1 ? " and \(packages.count - 1) more" : ""
    return Fallback(
      code: code,
      message:
        "the package \"//\(first.folder)\"\(others) cannot be evaluated, so all possible dependents are selected",
      hints: [
        remedy(for: first, in: tree)
          ?? "fix the manifest; `swift package dump-package` in its folder shows the same error"
      ])
  }

  /// nil where the manifest itself is broken.
  package static func remedy(for package: UnknownPackage, in tree: some FileTree) -> String? {
    AbsentSubmodules.holding(package.folder, in: tree).map { AbsentSubmodules.remedy([$0]) }
  }

  /// Warnings about packages that only the base has broken. All that depends on them is selected.
  static func warnings(forBase loaded: WorkspaceLoader.Loaded) -> [Warning] {
    let unknown = Set(loaded.unknownPackages.map(\.folder))
    return loaded.unknownInBase.filter { !unknown.contains($0.folder) }.map {
      Warning(
        code: "unknown-base-manifest",
        message:
          "the package \"//\($0.folder)\" of the base cannot be evaluated, so its dependents are selected: "
          + $0.reason)
    }
  }

  package static func warnings(for packages: [UnknownPackage]) -> [Warning] {
    packages.map {
      Warning(code: code, message: "the package \"//\($0.folder)\" cannot be evaluated: \($0.reason)")
    }
  }
}

/// Messages about Xcode projects that cannot be read.
enum UnreadProjects {
  static let code = "unreadable-project"

  static func fallback(for projects: [UnknownPackage]) -> Fallback? {
    guard let first = projects.first else { return nil }
    let others = projects.count > 1 ? " and \(projects.count - 1) more" : ""
    return Fallback(
      code: code,
      message:
        "the project \"\(first.folder)\"\(others) cannot be read, so all targets of projects are selected: \(first.reason)",
      hints: ["fix the file; Xcode shows the same error when it opens the project"])
  }
}
