package import Base
package import Graph
import Reports
import Xcode

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
    _ loaded: WorkspaceLoader.Loaded, _ reach: SelectionPipeline.Reach
  ) throws(Failure) {
    switch reach {
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
