import Base
import GitBridge
import Reports
import Session
import SwiftSources

/// Finds the commits, tags and pushes for a plan, clone by clone, inner ones first.
struct ReleaseCommands {
  private let pipeline: SelectionPipeline
  private let histories: [RelativePath: PackageHistory]
  private let report: ReleaseReport

  /// `histories` are keyed by their package's folder.
  init(_ report: ReleaseReport, _ pipeline: SelectionPipeline, _ histories: [RelativePath: PackageHistory]) {
    self.report = report
    self.pipeline = pipeline
    self.histories = histories
  }

  /// Returns no clones where there are obstacles.
  func clones() throws(Failure) -> (clones: [ReleaseReport.Clone], obstacles: [Warning]) {
    let obstacles = missing() + twins() + names()
    guard obstacles.isEmpty else { return ([], obstacles) }
    var clones: [RelativePath: ReleaseReport.Clone] = [:]
    for (package, release) in report.released {
      guard let home = histories[package.folder]?.home else { continue }
      var clone = clones[home.root] ?? Self.clone(at: home)
      clone.tags.append(.init(name: release.tag, message: "\(package.name) \(release.version)"))
      for edit in release.edits {
        let manifest = home.folder.appending(edit.manifest.seen(from: package.folder))
        if !clone.changed.contains(manifest) { clone.changed.append(manifest) }
        let asked = report.released.first { $0.package.folder == edit.dependencyFolder }
        clone.asked.append("\(edit.dependency) \(asked?.release.version ?? "")")
      }
      clones[home.root] = clone
    }
    try recordInner(&clones)
    let ordered = clones.values.sorted {
      ($1.folder.components.count, $0.folder) < ($0.folder.components.count, $1.folder)
    }
    return (ordered, [])
  }

  private static func clone(at home: FolderHome) -> ReleaseReport.Clone {
    // Without a known branch only the tags are pushed. They include their commits.
    let branch = try? home.repository.branchName()
    return ReleaseReport.Clone(folder: home.root, isOnBranch: branch != nil)
  }

  /// Adds the clone around each changed submodule, which must record the submodule's commit.
  private func recordInner(_ clones: inout [RelativePath: ReleaseReport.Clone]) throws(Failure) {
    guard let commit = pipeline.workspace.head.commit else { return }
    var homes = FolderHomes(pipeline.workspace.repository, at: commit)
    // Deepest first, so that a clone in between is complete when its turn comes.
    var rest = clones.values.filter { !$0.changed.isEmpty && !$0.folder.isRoot }.map(\.folder)
    while let root = rest.max(by: { $0.components.count < $1.components.count }) {
      rest.removeAll { $0 == root }
      let outer = try homes.home(of: root.parent)
      guard let place = root.relative(to: outer.root) else { continue }
      var clone = clones[outer.root] ?? Self.clone(at: outer)
      clone.changed.append(place)
      clones[outer.root] = clone
      if !outer.root.isRoot, !rest.contains(outer.root) { rest.append(outer.root) }
    }
  }
}

// MARK: Obstacles

extension ReleaseCommands {
  /// Warns about a requirement that no release meets. It would break every user of the release.
  private func missing() -> [Warning] {
    let planned = Set(report.released.map(\.package.folder))
    return report.released.compactMap { package, release in
      release.edits.first { !planned.contains($0.dependencyFolder) }.map { edit in
        Warning(
          code: "released-too-early",
          message: "\(package.name) would require a release of \(edit.dependency) that is not in this plan",
          hints: ["name it too: //\(edit.dependencyFolder)"])
      }
    }
  }

  private func names() -> [Warning] {
    report.released.filter { !Repository.takesTag($0.release.tag) }.map { package, release in
      Warning(
        code: "tag-name",
        message: "Git does not allow the tag \"\(release.tag)\" for \(package.name)",
        hints: [
          #"set another in workspace.json: "release": {"tags": [{"match": "//", "tag": "{name}-{version}"}]}"#
        ])
    }
  }

  /// Warns about packages of one clone whose tags would be the same.
  private func twins() -> [Warning] {
    var names: [String: String] = [:]
    return report.released.compactMap { package, release in
      guard let home = histories[package.folder]?.home,
        let other = names.updateValue(package.name, forKey: "\(home.root)\n\(release.tag)")
      else { return nil }
      return Warning(
        code: "same-tag",
        message: "\(other) and \(package.name) would both get the tag \"\(release.tag)\"",
        hints: ["add {name} to their tags under \"release\" in workspace.json"])
    }
  }
}
