package import Arguments
package import Base
package import Graph
import Reports
import Xcode

/// Refuses selections that are empty or smaller for a reason that is most likely a mistake. Nobody would notice it.
package enum EmptyByMistake {
  /// The answer to a change that takes packages out of the workspace.
  package enum LostPackages {
    case refused
    /// The command looks at these packages in any case.
    case seen
  }

  package static let hint = "if this is intended, pass --allow-empty"

  /// Refuses a pattern of `packages` that matches nothing.
  package static func refusePatterns(_ warnings: [Warning]) throws(Failure) {
    guard let warning = warnings.first(where: { $0.code == WorkspaceLoader.unmatchedPattern }) else { return }
    throw Failure(
      code: warning.code, message: "\(warning.message), so what it should match is not tested",
      hints: ["correct the pattern in workspace.json, or remove it", hint])
  }

  /// Refuses a tag that no module has.
  static func refuseTags(
    _ options: SelectionOptions, _ graph: WorkspaceGraph, _ config: WorkspaceConfig
  ) throws(Failure) {
    let asked = options.tags.map { ("--tag", $0) } + options.notTags.map { ("--not-tag", $0) }
    guard !asked.isEmpty else { return }
    let known = Set(graph.listedModules.flatMap { config.tags(of: $0.id) })
    guard let (flag, tag) = asked.first(where: { !known.contains($0.1) }) else { return }
    let nearest = NearestName.suggestion(for: tag, among: known.sorted())
    throw Failure(
      code: "unknown-tag", message: "no module has the tag \(Argument(tag).quoted) of '\(flag)'",
      hints: [
        nearest.map { "did you mean \"\($0)\"?" }
          ?? "tags are in workspace.json, under \"tags\" and \"modules\"", hint,
      ])
  }

  /// The failure for a filter that matches no test case of any module, or of the modules that `name` means.
  package static func filter(_ pattern: String, of name: Argument? = nil) -> Failure {
    let place = name.map { " of \($0.quoted)" } ?? ""
    return Failure(
      code: "nothing-matches", message: "the filter \(Argument(pattern).quoted) matches no test case\(place)",
      hints: [
        "a case has a name such as \"CoreTests.Parser/reads()\"; the filter may match any part", hint,
      ])
  }
}

extension Session {
  /// Refuses a configuration that leaves out packages or projects that the base has and that still exist.
  /// Otherwise a change could break their tests and hide them.
  func refuseLostPackages(
    _ changes: [FileChange], _ baseTree: SubTree?, _ graph: WorkspaceGraph
  ) throws(Failure) {
    let location = workspace.location
    // A first configuration takes nothing away.
    guard let baseTree, changes.contains(where: { $0.path == location.configuration && $0.kind != .added }),
      let old = try? OpenWorkspace.readConfig(location, baseTree, required: false)
    else { return }
    let lost = try
      (lostPackages(old, [baseTree, workspace.tree]) + lostProjects(old, [baseTree, workspace.tree])).filter {
        graph.package(at: $0) == nil
      }
    guard let first = lost.first else { return }
    let others = lost.count > 1 ? " and \(lost.count - 1) more" : ""
    throw Failure(
      code: "lost-packages",
      message:
        "the change of \"\(location.configuration)\" leaves \"//\(first)\"\(others) out of the workspace "
        + "but does not delete the folder, so nothing there is tested",
      hints: [
        "correct \"packages\" and \"exclude\", also in \"xcode\", or delete the folder",
        EmptyByMistake.hint,
      ])
  }

  private func lostPackages(_ old: WorkspaceConfig, _ trees: [SubTree]) throws(Failure) -> [RelativePath] {
    let config = workspace.config
    guard old.packages != config.packages || old.exclude != config.exclude else { return [] }
    let folders = try trees.map { tree throws(Failure) in
      try tree.files { $0.elementsEqual(PackageFile.manifest.utf8) }.map(\.parent)
    }
    let before = PackageSelection(from: folders[0], config: old).folders
    let after = Set(PackageSelection(from: folders[1], config: config).folders)
    return before.filter { folders[1].contains($0) && !after.contains($0) }
  }

  private func lostProjects(_ old: WorkspaceConfig, _ trees: [SubTree]) throws(Failure) -> [RelativePath] {
    let (before, now) = (old.xcode, workspace.config.xcode)
    guard before.projects != now.projects || before.exclude != now.exclude else { return [] }
    let containers = try trees.map { tree throws(Failure) in
      Set(try tree.files { XcodeFile.isProject($0) }.map(\.parent))
    }
    return containers[0].intersection(containers[1]).filter {
      before.takesProject($0) && !now.takesProject($0)
    }.sorted()
  }
}

/// Refuses workspaces without modules. "Nothing is affected" would be misleading there.
package enum EmptyWorkspace {
  /// The failure for a `folder` without any `Package.swift` in it or below.
  /// `submodules` are those that are not checked out, or whose commit is missing here.
  package static func noPackages(in folder: String, submodules: [RelativePath]) -> Failure {
    let message = "there is no Package.swift in \"\(folder)\" or below it"
    guard !submodules.isEmpty else {
      return failure(message, hint: "run Ambit in a repository of Swift packages, or name one with -C")
    }
    let names = NameList.text(submodules.map { "\"\($0)\"" }, room: 200)
    let absent =
      submodules.count == 1
      ? "the submodule \(names) is not checked out at its commit"
      : "\(submodules.count) submodules are not checked out at their commits: \(names)"
    return Failure(
      code: AbsentSubmodules.code, message: "\(message), and \(absent)",
      hints: [AbsentSubmodules.remedy(submodules)])
  }

  /// True when a failure says that the workspace has no module.
  package static func isReason(of failure: Failure) -> Bool { failure.code == noPackages }

  /// True when a failure says that the workspace has modules and no tests.
  package static func hasNoTests(_ failure: Failure) -> Bool { failure.code == noTests }

  private static let noPackages = "no-packages"
  static let noTests = "no-tests"

  fileprivate static func failure(_ message: String, code: String = noPackages, hint: String) -> Failure {
    Failure(code: code, message: message, hints: [hint])
  }
}

extension OpenWorkspace {
  /// Refuses a workspace without any module that the command is about.
  package func refuseEmpty(
    _ loaded: WorkspaceLoader.Loaded, _ kinds: Session.Kinds
  ) throws(Failure) {
    switch kinds {
    case .packages: try refuseEmpty(loaded.head, beside: loaded.projects)
    case .packagesAndProjects:
      // A project that cannot be read still has one module in the graph.
      if loaded.projects.graph.modules.isEmpty { try refuseEmpty(loaded.headWithProjects) }
    }
  }

  /// Refuses a workspace without any module.
  package func refuseEmpty(
    _ graph: WorkspaceGraph, beside projects: WorkspaceProjects = .none
  ) throws(Failure) {
    guard graph.modules.isEmpty else { return }
    let folder = location.root
    guard projects.isEmpty else {
      throw EmptyWorkspace.failure(
        "\"\(folder)\" has Xcode projects, but no package that SwiftPM builds",
        hint: "`ambit affected --format xcodebuild` prints the arguments for xcodebuild")
    }
    guard graph.packages.isEmpty else {
      throw EmptyWorkspace.failure(
        "no package in \"\(folder)\" or below it has a target", hint: "add a target to a Package.swift")
    }
    let packages = try tree.files { $0.elementsEqual(PackageFile.manifest.utf8) }
    guard packages.isEmpty else {
      throw EmptyWorkspace.failure(
        "\(location.configuration) leaves out every package in \"\(folder)\"",
        hint: "correct \"packages\" and \"exclude\" there")
    }
    throw EmptyWorkspace.noPackages(in: folder, submodules: try AbsentSubmodules.all(in: tree))
  }

  /// Refuses a workspace without tests.
  package func refuseTestless(_ graph: WorkspaceGraph) throws(Failure) {
    try refuseEmpty(graph)
    let canHaveTests = graph.modules.contains { $0.kind.isTest || $0.kind == .unknown }
    guard !canHaveTests else { return }
    throw EmptyWorkspace.failure(
      "no package in \"\(location.root)\" or below it has a test target", code: EmptyWorkspace.noTests,
      hint: "add a .testTarget to a Package.swift; `ambit build` builds the modules")
  }
}
