import Edge
import GitBridge
import Manifests
import ModuleGraph
import Reports
import Support
import Workspaces

/// Carries a plan out: requirements are written and committed, tags are made, inner clones first. All or nothing.
struct ReleaseApplication {
  private let pipeline: SelectionPipeline
  private let graph: WorkspaceGraph
  private let histories: [RelativePath: PackageHistory]
  private let report: ReleaseReport
  private let git: GitProgram

  init(
    _ report: ReleaseReport, _ pipeline: SelectionPipeline, _ graph: WorkspaceGraph,
    _ histories: [PackageHistory]
  ) throws(Failure) {
    self.report = report
    self.pipeline = pipeline
    self.graph = graph
    self.histories = Dictionary(histories.map { (graph.packages[$0.package].folder, $0) }) { one, _ in one }
    git = try GitProgram(pipeline.world)
  }

  func run() throws(Failure) -> (applied: [ReleaseReport.Applied], updates: [ReleaseReport.Update]) {
    try refuseMissing()
    try refuseTwins()
    try refuseNames()
    let rewrites = try rewrites()
    let clones = try clones(rewrites)
    for clone in clones { try clone.refuseChanges(git) }
    let known = try clones.map { clone throws(Failure) in try clone.tagNames(git) }
    for (clone, known) in zip(clones, known) {
      guard let tag = clone.tags.map(\.name).first(where: known.contains) else { continue }
      throw Failure(
        code: "tag-exists", message: "there is a tag \"\(tag)\" already, on another commit",
        hints: ["see what it is: git show '\(tag)'"])
    }
    let updates = try ReleasePins(pipeline).updates(report.released)
    let journal = try ReleaseJournal(pipeline.workspace.repository)
    try journal.write(
      .init(workspace: pipeline.workspace.location.root, clones: clones, updates: updates))
    pipeline.world.progressLine.begin("Tagging")
    var applied: [ReleaseReport.Applied] = []
    for index in clones.indices {
      do throws(Failure) {
        applied.append(try clones[index].apply(git, pipeline.workspace.location))
      } catch {
        throw takenBack(Array(zip(clones, known).prefix(index + 1)), error, journal)
      }
    }
    journal.remove()
    return (applied, updates)
  }

  private func takenBack(
    _ done: [(clone: ReleaseClone, known: Set<String>)], _ reason: Failure,
    _ journal: borrowing ReleaseJournal
  ) -> Failure {
    for (clone, known) in done.reversed() {
      do throws(Failure) {
        try clone.takeBack(git, keeping: known)
      } catch {
        return Failure(
          code: reason.code, message: "\(reason.message); and it cannot all be taken back: \(error.message)",
          hints: [
            "git status and git tag show what was done; another `ambit release plan --apply` goes on with it"
          ])
      }
    }
    journal.remove()
    return Failure(
      code: reason.code, message: "\(reason.message); all is as it was", hints: reason.hints)
  }

  /// A requirement that nothing can meet would break whoever takes the release.
  private func refuseMissing() throws(Failure) {
    let planned = Set(report.released.map(\.package.folder))
    for (package, release) in report.released {
      guard let edit = release.edits.first(where: { !planned.contains($0.dependencyFolder) }) else {
        continue
      }
      throw Failure(
        code: "released-too-early",
        message: "\(package.name) would ask for a release of \(edit.dependency) that is not among these",
        hints: ["name it too: //\(edit.dependencyFolder)"])
    }
  }

  private func refuseNames() throws(Failure) {
    for (package, release) in report.released {
      let isReference = try? git.run(
        ["check-ref-format", "refs/tags/\(release.tag)"], in: pipeline.workspace.location.root)
      guard isReference == nil || release.tag.hasPrefix("-") else { continue }
      throw Failure(
        code: "tag-name",
        message: "Git lets no tag be called \"\(release.tag)\", as \(package.name) is called",
        hints: ["say what its tags look like: \"release\" in workspace.json (docs/release.md)"])
    }
  }

  /// Packages of one clone whose tags look alike but for the name that they do not have.
  private func refuseTwins() throws(Failure) {
    var names: [String: String] = [:]
    for (package, release) in report.released {
      guard let home = histories[package.folder]?.home else { continue }
      guard let other = names.updateValue(package.name, forKey: "\(home.root)\n\(release.tag)") else {
        continue
      }
      throw Failure(
        code: "same-tag",
        message: "\(other) and \(package.name) would both be released by the tag \"\(release.tag)\"",
        hints: ["have {name} in their tags: \"release\" in workspace.json"])
    }
  }
}

// MARK: What is written

extension ReleaseApplication {
  private func rewrites() throws(Failure) -> [RelativePath: PackageRewrite] {
    var found: [RelativePath: PackageRewrite] = [:]
    for (package, release) in report.released where !release.edits.isEmpty {
      guard let history = histories[package.folder] else { continue }
      found[package.folder] = try rewrite(graph.packages[history.package], release.edits)
    }
    try found.values.sorted { $0.package.folder < $1.package.folder }.verify("other requirements", pipeline)
    return found
  }

  private func rewrite(_ package: PackageNode, _ edits: [ReleaseReport.Edit]) throws(Failure)
    -> PackageRewrite
  {
    let dependencies = package.manifest?.dependencies ?? []
    let changes = edits.flatMap { edit in
      dependencies.filter { $0.identity == identity(edit) }.compactMap { dependency in
        dependency.place(asking: edit.old).map { RequirementSwitch.Change($0, edit.new) }
      }
    }
    let words = edits.map { "\($0.new.written) for \($0.dependency)" }.joined(separator: ", ")
    return try PackageRewrite(
      package, in: pipeline.workspace, byHand: "write \(words) there by hand, commit it and plan again",
      expect: { manifest in
        for index in manifest.dependencies.indices {
          for edit in edits where manifest.dependencies[index].identity == identity(edit) {
            manifest.dependencies[index].ask(edit.new, insteadOf: edit.old)
          }
        }
      },
      rewrite: { (text: [UInt8]) throws(ManifestSwitch.Problem) in
        try RequirementSwitch.changed(text, changes)
      })
  }

  private func identity(_ edit: ReleaseReport.Edit) -> String? {
    histories[edit.dependencyFolder].map { graph.packages[$0.package].identity }
  }
}

// MARK: Where it is written

extension ReleaseApplication {
  /// Inner ones first, and every one around another that gets a commit.
  private func clones(_ rewrites: [RelativePath: PackageRewrite]) throws(Failure) -> [ReleaseClone] {
    var clones: [RelativePath: ReleaseClone] = [:]
    for (package, release) in report.released {
      guard let history = histories[package.folder] else { continue }
      let home = history.home
      var clone = clones[home.root] ?? clone(at: home)
      clone.tags.append(.init(name: release.tag, message: Self.message(package, release)))
      if let rewrite = rewrites[package.folder] {
        clone.rewrites += rewrite.rewrites
        clone.manifests += rewrite.rewrites.map { home.folder.appending($0.path.seen(from: package.folder)) }
        clone.asked += release.edits.compactMap { edit in
          report.released.first { $0.package.folder == edit.dependencyFolder }.map {
            "\(edit.dependency) \($0.release.version)"
          }
        }
      }
      clones[home.root] = clone
    }
    try recordInner(&clones)
    return clones.values.sorted { ($1.root.components.count, $0.root) < ($0.root.components.count, $1.root) }
  }

  private func recordInner(_ clones: inout [RelativePath: ReleaseClone]) throws(Failure) {
    guard let commit = pipeline.workspace.head.commit else { return }
    var homes = FolderHomes(pipeline.workspace.repository, at: commit)
    // Deepest first, so that a clone in between is there when its turn comes.
    var rest = clones.values.filter { $0.needsCommit && !$0.root.isRoot }.map(\.root)
    while let root = rest.max(by: { $0.components.count < $1.components.count }) {
      rest.removeAll { $0 == root }
      let outer = try Failure.wrapping { try homes.home(of: root.parent) }
      guard let place = root.relative(to: outer.root) else { continue }
      var clone = clones[outer.root] ?? clone(at: outer)
      clone.submodules.append(place)
      clones[outer.root] = clone
      if !outer.root.isRoot, !rest.contains(outer.root) { rest.append(outer.root) }
    }
  }

  private func clone(at home: FolderHome) -> ReleaseClone {
    ReleaseClone(
      root: home.root, folder: home.repository.workingFolder, start: home.commit.description)
  }

  private static func message(_ package: ReleaseReport.Package, _ release: ReleaseReport.Release) -> String {
    let lines = package.commits.map { "- \($0.subject)" }
    return (["\(package.name) \(release.version)"] + (lines.isEmpty ? [] : [""] + lines)).joined(
      separator: "\n") + "\n"
  }
}

extension PackageDependency {
  /// How the manifest names it, where this is what it asks for.
  fileprivate func place(asking requirement: Requirement) -> String? {
    switch source {
    case .sourceControl(let location, let asked) where asked == requirement: location
    case .registry(let id, let asked) where asked == requirement: id
    default: nil
    }
  }

  fileprivate mutating func ask(_ new: Requirement, insteadOf old: Requirement) {
    switch source {
    case .sourceControl(let location, let asked) where asked == old:
      source = .sourceControl(location: location, requirement: new)
    case .registry(let id, let asked) where asked == old: source = .registry(id: id, requirement: new)
    default: return
    }
  }
}
