package import Base

/// Groups of a plan whose lockfiles lack pins, each of one package.
///
/// Such a package is built by itself, and SwiftPM writes the missing pins during that build. The next run would find them,
/// and build the package once more together with others.
package struct UnpinnedGroups {
  package let groups: [BuildGroup]
  private let swift: SwiftCommands
  /// Scratch folders that are not there yet.
  private let absent: [String]

  /// nil where no lockfile lacks any.
  package init?(in plan: RunPlan) {
    groups = plan.groups.filter { !$0.packages.allSatisfy(\.isPinned) }
    guard !groups.isEmpty else { return nil }
    swift = plan.swift
    absent = groups.map(\.scratchFolder).filter { !LocalFiles.exists($0) }
  }

  package var warning: Warning {
    let folders = groups.flatMap(\.packages).map { "//\($0.folder)" }
    let others = folders.count > 1 ? " and \(folders.count - 1) more" : ""
    return Warning(
      code: "missing-pins",
      message:
        "the lockfile of \(folders[0])\(others) lacks pins; a run has SwiftPM write them first, and may build "
        + "more packages together than this plan")
  }

  /// Has SwiftPM write the lockfiles, for whoever holds the scratch folders. Where SwiftPM cannot, the build fails
  /// likewise, and says why. No scratch folder is left that was not there before: a saved state may replace it.
  package func resolve() {
    _ = concurrentMap(groups.flatMap(\.packages), jobs: swift.settings.buildsAtATime) { package in
      try? swift.resolve(package).run(outputLimit: 1 << 16)
    }
    for folder in absent { LocalFiles.removeTree(folder) }
  }
}
