import Base
import GitBridge
import Graph
import Reports
import Session
import SwiftSources

/// Joins plan and history to a report.
struct ReleaseReportWriter {
  let histories: [PackageHistory]
  let candidates: [ReleaseCandidate]
  let graph: WorkspaceGraph

  /// - `touched`: the files that differ from the last release, by package.
  func report(
    _ head: ComparedRevisions.Head, _ touched: [PackageIndex: [RelativePath]], wanted: Set<RelativePath>?,
    _ warnings: [Warning]
  ) throws(Failure) -> ReleaseReport {
    let plan = ReleasePlan(candidates)
    let isWanted = { (index: Int) in wanted?.contains(candidates[index].folder) ?? true }
    // Some packages are never released, such as apps. A first release is only planned for a package that is named.
    let planned = plan.releases.filter { release in
      isWanted(release.candidate)
        && (wanted != nil || release.step != .first || histories[release.candidate].preview != nil)
    }
    let released = Set(planned.map(\.candidate))
    let rest = candidates.indices.filter { isWanted($0) && !released.contains($0) }
    var logs: [RelativePath: CommitLog] = [:]
    var packages: [ReleaseReport.Package] = []
    for release in planned { packages.append(try package(release.candidate, release, touched, &logs)) }
    for index in rest { packages.append(try package(index, nil, touched, &logs)) }
    return ReleaseReport(
      head: head, packages: packages,
      warnings: warnings + leftOut(plan.releases.filter { !isWanted($0.candidate) }, by: released)
        + cut(candidates.indices.filter(isWanted))
        + candidates.indices.filter(isWanted).compactMap { elsewhere(histories[$0]) })
  }

  private func package(
    _ index: Int, _ release: ReleasePlan.Release?, _ touched: [PackageIndex: [RelativePath]],
    _ logs: inout [RelativePath: CommitLog]
  ) throws(Failure) -> ReleaseReport.Package {
    let (history, candidate) = (histories[index], candidates[index])
    let isTouched = !(touched[history.package] ?? []).isEmpty
    let commits = release != nil || isTouched ? try commits(history, &logs) : []
    return ReleaseReport.Package(
      folder: candidate.folder, name: candidate.name, last: history.last?.tag.name,
      claim: history.claim?.name, release: release.map { planned($0, history) }, isTouched: isTouched,
      commits: commits)
  }

  private func planned(_ release: ReleasePlan.Release, _ history: PackageHistory) -> ReleaseReport.Release {
    let manifest = candidates[release.candidate].folder.appending(PackageFile.manifest)
    return ReleaseReport.Release(
      version: release.next.description, tag: history.form.with(release.next).name, step: release.step,
      causes: release.causes,
      edits: release.edits.map { edit in
        ReleaseReport.Edit(
          manifest: manifest, dependency: candidates[edit.dependency].name,
          dependencyIdentity: graph.packages[histories[edit.dependency].package].identity,
          dependencyFolder: candidates[edit.dependency].folder, old: edit.old, new: edit.new)
      }, isClaimedTooLow: history.claim.map { $0.version < release.next } ?? false)
  }

  private func commits(
    _ history: PackageHistory, _ logs: inout [RelativePath: CommitLog]
  ) throws(Failure) -> [LoggedCommit] {
    let home = history.home
    var log = logs[home.root] ?? CommitLog(home.repository)
    let found = try log.commits(since: history.last?.commit, upTo: home.commit, touching: home.folder)
    logs[home.root] = log
    return found
  }

  /// Warns about packages outside the request that break along with a release.
  /// After that release nothing shows any more that their own users must change.
  private func leftOut(_ others: [ReleasePlan.Release], by released: Set<Int>) -> [Warning] {
    others.filter { other in
      (other.causes.first?.effect.isBreaking ?? false)
        && candidates[other.candidate].needs.contains { $0.isExposed && released.contains($0.candidate) }
    }.map { other in
      let (name, folder) = (candidates[other.candidate].name, candidates[other.candidate].folder)
      return Warning(
        code: "release-left-out",
        message:
          "\(name) exposes these packages, so it breaks too and would become \(other.next); "
          + "later plans no longer show it",
        hints: ["name it too: //\(folder)"])
    }
  }

  /// Warns once for each clone with cut history.
  private func cut(_ wanted: [Int]) -> [Warning] {
    let homes = wanted.map { histories[$0].home }.filter(\.repository.isShallow)
    return Set(homes.map(\.root)).sorted().map { root in
      let (place, option) =
        root.isRoot
        ? ("this clone", "") : ("the submodule \"\(root)\"", "-C \(root.description.shellQuoted) ")
      return Warning(
        code: "shallow-history",
        message: "\(place) is shallow, so releases and commits may be missing",
        hints: ["git \(option)fetch --unshallow --tags"])
    }
  }

  private func elsewhere(_ history: PackageHistory) -> Warning? {
    guard let tag = history.elsewhere else { return nil }
    let name = graph.packages[history.package].shownName
    return Warning(
      code: "release-elsewhere",
      message: "the tag \(tag.name) of \(name) is not in this history, so the plan ignores the tag",
      hints: ["release from the branch with the tag, or merge that branch first"])
  }
}

/// Finds the commits, tags and pushes for a plan, clone by clone, inner ones first.
struct ReleaseCommands {
  let session: Session
  /// The histories by the package's folder.
  let histories: [RelativePath: PackageHistory]
  let report: ReleaseReport

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
    guard let commit = session.workspace.head.commit else { return }
    var homes = FolderHomes(session.workspace.repository, at: commit)
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
