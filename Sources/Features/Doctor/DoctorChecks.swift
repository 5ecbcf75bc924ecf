import Base
import Graph
import Reports
import Session
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
    let engine = Engine(config.run.engine.rawValue, of: toolchain).rawValue
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
