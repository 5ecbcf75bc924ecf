package import Base

/// Groups of a plan whose lockfiles lack pins, each of one package.
///
/// Such a package is built by itself, and its build writes the missing pins. The next run would find them, and would
/// build the package once more together with others.
package struct UnpinnedGroups {
  package let groups: [BuildGroup]
  private let swift: SwiftCommands
  /// The scratch folders that do not exist yet.
  private let absent: [String]

  /// nil when no lockfile lacks pins.
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
        "the lockfile of \(folders[0])\(others) lacks pins; a run adds the pins first, and may build "
        + "more packages together than this plan")
  }

  /// Makes SwiftPM write the lockfiles. The caller holds the scratch folders. When SwiftPM fails here, the build fails
  /// too and says why. New scratch folders are deleted again, since a saved state may replace them.
  package func resolve() {
    _ = concurrentMap(groups.flatMap(\.packages), jobs: swift.settings.buildsAtATime) { package in
      try? swift.resolve(package).run(outputLimit: 1 << 16)
    }
    for folder in absent { LocalFiles.removeTree(folder) }
  }
}
