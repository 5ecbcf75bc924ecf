package import ModuleGraph
package import Reports
package import Support

/// How packages that cannot be looked into are reported: loudly.
package enum UnknownPackages {
  package static let code = "unknown-manifest"

  package static func fallback(for packages: [UnknownPackage]) -> Fallback? {
    guard let first = packages.first else { return nil }
    let others = packages.count > 1 ? " and \(packages.count - 1) more" : ""
    return Fallback(
      code: code,
      message:
        "the package \"//\(first.folder)\"\(others) cannot be evaluated, so everything that may depend on it is selected",
      hints: ["mend the manifest; `swift package dump-package` in its folder shows the same error"])
  }

  /// Of packages that the head mends: whatever depends on them is selected.
  static func warnings(forBase loaded: WorkspaceLoader.Loaded) -> [Warning] {
    let unknown = Set(loaded.unknownPackages.map(\.folder))
    return loaded.unknownInBase.filter { !unknown.contains($0.folder) }.map {
      Warning(
        code: "unknown-base-manifest",
        message:
          "the package \"//\($0.folder)\" of the base cannot be evaluated, so whatever depends on it is selected: "
          + $0.reason)
    }
  }

  package static func warnings(for packages: [UnknownPackage]) -> [Warning] {
    packages.map {
      Warning(code: code, message: "the package \"//\($0.folder)\" cannot be evaluated: \($0.reason)")
    }
  }
}
