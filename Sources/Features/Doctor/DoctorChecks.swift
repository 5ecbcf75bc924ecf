import Base
import GitBridge
import Graph
import Reports
import Session
import Store
import SwiftSources

/// The checks of `ambit doctor`. Each looks at one thing and says how to fix it.
enum DoctorChecks {
  typealias Check = DoctorReport.Check

  /// The check for a step that threw an error.
  static func failed(_ id: String, _ failure: Failure) -> Check {
    Check(id, .error, failure.message, fixes: failure.hints)
  }

  static func warning(_ id: String, _ warning: Warning) -> Check {
    Check(id, .warning, warning.message, fixes: warning.hints)
  }

  static func toolchain(_ world: World) -> (toolchain: Toolchain?, checks: [Check]) {
    do throws(Failure) {
      let toolchain = try world.locateToolchain(for: world.workingFolder)
      let found =
        "Swift \(toolchain.version) in \(LocalFiles.folder(of: toolchain.swiftCompiler)), with PackageDescription"
      return (toolchain, [Check("toolchain", .ok, found)])
    } catch {
      return (nil, [failed("toolchain", error)])
    }
  }

  static func engine(_ config: WorkspaceConfig, _ toolchain: Toolchain) -> Check {
    let engine = Engine(config.run.engine, of: toolchain).rawValue
    let isSaid = config.run.engine != .auto
    return Check(
      "engine", .ok,
      isSaid
        ? "\(engine), as workspace.json says" : "\(engine), the default of Swift \(toolchain.version)")
  }

  /// Reports whether Ambit can observe the files that tests look at.
  static func observing() -> Check {
    guard let obstacle = ProcessObserver.obstacle() else {
      return Check("observing", .ok, "the files that tests read are recorded")
    }
    return Check(
      "observing", .warning,
      "the files that tests read cannot be recorded (\(obstacle)): a file outside of modules selects more tests",
      fixes: [
        "on Linux 5.5 or later, let the container use seccomp: `docker run --security-opt seccomp=unconfined`"
      ])
  }

  /// Reports whether a build in one working folder can serve another.
  static func worktrees(_ world: World) -> Check {
    if case .done = world.placing {
      return Check(
        "worktrees", .ok, "this worktree is built at another worktree's path (see .build/ambit/place)")
    }
    guard let obstacle = OwnMounts.obstacle() else {
      return Check("worktrees", .ok, "a new worktree reuses the build of another")
    }
    return Check(
      "worktrees", .warning, "each worktree is built from scratch (\(obstacle))",
      fixes: [
        "on Linux, allow users or the container to create user namespaces: `sysctl -w user.max_user_namespaces=10000`, on Ubuntu also `sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`, `docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined`",
        "or always check out at the same path",
      ])
  }

  static func sandbox(_ world: World) -> Check {
    do throws(Failure) {
      let sandbox = try world.manifestSandbox()
      guard let obstacle = sandbox.obstacle else {
        return Check(
          "sandbox", .ok, "\(sandbox.toolName) runs manifests without network and without writing")
      }
      return Check(
        "sandbox", sandbox.use == .required ? .error : .warning,
        "manifests run without a sandbox (\(obstacle)): a pull request's manifest can do anything you can",
        fixes: sandbox.use == .off
          ? ["unset \(ManifestSandbox.Use.variable)"]
          : ["on Linux \(ManifestSandbox.installingBubblewrap)"])
    } catch {
      return failed("sandbox", error)
    }
  }

  /// The check writes nothing: `ambit doctor` leaves no traces.
  static func cache(_ world: World) -> [Check] {
    guard let folder = world.cacheFolder else {
      return [
        Check(
          "cache", .warning, "there is no folder for the cache: every run evaluates all manifests again",
          fixes: ["set HOME or XDG_CACHE_HOME to an absolute path"])
      ]
    }
    var existing = folder
    while existing != "/", !LocalFiles.exists(existing) { existing = LocalFiles.folder(of: existing) }
    guard LocalFiles.isFolder(existing), LocalFiles.isWritable(existing) else {
      return [
        Check(
          "cache", .warning,
          "cannot write the cache \"\(folder)\": \"\(existing)\" is not a writable folder",
          fixes: ["fix its permissions, or set XDG_CACHE_HOME to a writable folder"])
      ]
    }
    return [Check("cache", .ok, existing == folder ? folder : "\(folder) (not created yet)")]
  }
}

extension DoctorChecks {
  /// Files of no module that selected much in recent commits.
  static func unowned(
    _ workspace: OpenWorkspace, _ loaded: WorkspaceLoader.Loaded, _ world: World
  ) throws(Failure) -> [Check] {
    world.progressLine.begin("Reading past commits")
    let proposals = try UnownedHistory(workspace, loaded.headWithProjects).proposals(jobs: world.processors)
    guard !proposals.isEmpty else { return [] }
    return proposals.map { proposal in
      Check(
        "unowned", .warning, proposal.sentence,
        fixes: [
          "if nothing reads it, add to workspace.json: \"inputs\": {\"ignore\": [\"\(proposal.pattern)\"]}"
        ]
      )
    }
  }
}

extension DoctorChecks {
  /// Runs a trivial command on a worker, where workspace.json lets test modules run on workers.
  static func workers(_ settings: RemoteSettings, _ run: RunConfig, _ world: World) -> [Check] {
    guard run.execution != .local else { return [] }
    let name = "workers"
    guard settings.canExecute else {
      return [
        Check(
          name, .warning, "\(settings.address) has no workers, so test modules run here",
          fixes: [
            "name a server of the Remote Execution API (grpc://, grpcs://), or set run.execution to \"local\""
          ])
      ]
    }
    guard settings.mode == .readWrite, !settings.policy.trust.requiresSignature else {
      let (reason, fix) =
        settings.mode == .readWrite
        ? ("signatures are required", "workers do not sign: set run.execution to \"local\"")
        : ("the remote cache is read-only", "allow writing: `ambit trust allow --mode read-write`")
      return [Check(name, .warning, "\(reason), so test modules run here", fixes: [fix])]
    }
    let start = ContinuousClock.now
    do throws(RemoteError) {
      let executor = settings.executor(world)
      guard try executor.canExecute() else { throw RemoteError(.unsuitable, "the server has no workers") }
      let action = RemoteAction(
        arguments: ["/bin/sh", "-c", "exit 0"], environment: ["PATH": "/usr/bin:/bin"], workingFolder: "",
        outputs: [], timeout: .seconds(10), platform: run.platform, tree: ActionTree(), files: [:])
      let outcome = try executor.run(action, patience: .seconds(60))
      guard outcome.end == .exited(0) else {
        throw RemoteError(.unsuitable, "\"/bin/sh -c 'exit 0'\" failed there")
      }
      let milliseconds = Int((ContinuousClock.now - start).inSeconds * 1000)
      return [Check(name, .ok, "a worker ran a test command in \(milliseconds) ms")]
    } catch {
      return [
        Check(
          name, .error, "no worker ran the test command: \(error.reason)",
          fixes: [
            "check that workers match run.platform of workspace.json, and that the credential may use them"
          ])
      ]
    }
  }
}

extension DoctorChecks {
  static func repository(_ repository: Repository) -> [Check] {
    do throws(Failure) {
      var checks = [Check("git", .ok, "the repository in \(repository.workingFolder)")]
      if try repository.headCommit() == nil {
        checks.append(
          Check(
            "git", .warning, "there is no commit yet, so everything is selected",
            fixes: ["make a first commit"]))
      }
      if repository.isShallow {
        checks.append(
          Check(
            "git", .warning,
            "this clone is shallow: without the merge base, everything is selected",
            fixes: (repository.situation.remote.map { ["git fetch --unshallow \($0)"] } ?? []) + [
              "in GitHub Actions: actions/checkout with fetch-depth: 0"
            ]))
      }
      if let operation = repository.situation.operation {
        checks.append(
          Check(
            "git", .warning, "a \(operation.rawValue) is in progress",
            fixes: ["git status shows how to finish or abort it"]))
      }
      if let filter = try repository.partialCloneFilter() {
        checks.append(partialClone(filter))
      }
      return checks
    } catch {
      return [failed("git", error)]
    }
  }

  /// Comparisons of paths need only trees. Without trees nothing can be compared.
  private static func partialClone(_ filter: String) -> Check {
    guard filter.hasPrefix("tree:") else {
      return Check("git", .ok, "a partial clone (\(filter)): enough to compare commits")
    }
    return Check(
      "git", .warning, "a partial clone without trees (\(filter)): everything is selected",
      fixes: ["clone with --filter=blob:none, or without a filter"])
  }

  /// The base, and the setting that names it.
  static func base(_ workspace: OpenWorkspace, _ world: World) -> [Check] {
    do throws(Failure) {
      return [try baseCheck(workspace, world)]
    } catch {
      let fixes = ["name a base with --base, $AMBIT_BASE or \"defaultBase\" in workspace.json"] + error.hints
      return [Check("base", .error, error.message, fixes: fixes)]
    }
  }

  private static func baseCheck(_ workspace: OpenWorkspace, _ world: World) throws(Failure) -> Check {
    let choice = try ChangeSource.baseRequest(nil, fromMergeBase: true, in: workspace, world).choose()
    switch try workspace.repository.resolveBase(choice, head: workspace.head.commit) {
    case .everything(let fallback):
      return Check("base", .warning, "\(fallback.message): everything is selected", fixes: fallback.hints)
    case .commit(let base):
      let place = "\(base.reference) (\(base.mergeBase.description.prefix(8)))"
      return Check("base", .ok, "\(place), from \(base.source)")
    }
  }

  /// SwiftPM writes .build beside every manifest. Without an ignore rule these files would be part of every change.
  static func ignoredFolders(_ workspace: OpenWorkspace, _ graph: WorkspaceGraph) -> [Check] {
    let folder = workspace.location.folderInRepository
    let places = graph.packages.map(\.folder).filter { !$0.escapesRoot } + [.root]
    let open = Set(places).sorted().filter { place in
      let build = folder.appending(place).appending(".build")
      return (try? workspace.repository.isIgnored("\(build)/")) == false
    }
    guard let first = open.first else { return [Check("gitignore", .ok, ".build folders are ignored")] }
    let more = open.count > 1 ? " and in \(open.count - 1) more folders" : ""
    return [
      Check(
        "gitignore", .warning, "Git does not ignore .build in \"//\(first)\"\(more)",
        fixes: ["add .build/ to the .gitignore in the repository's root"])
    ]
  }
}
