package import Arguments
import Reports
import Terminal

extension RunDisplay {
  /// The display that suits the place that standard error leads to.
  package static func make(
    for world: World, _ options: GlobalOptions, outline: RunOutline, location: WorkspaceLocation
  ) -> RunDisplay {
    RunDisplay(
      console(for: world, options, outline, location), paths: RunPaths(root: location.root),
      saysErrorsAtOnce: RunDetail(options.verbosity) != .failures, now: world.now,
      write: { world.errors.write(Array($0.utf8)) })
  }

  private static func console(
    for world: World, _ options: GlobalOptions, _ outline: RunOutline, _ location: WorkspaceLocation
  ) -> any RunConsole {
    let errors = world.errors.capabilities(options.color)
    let detail = RunDetail(options.verbosity)
    if world.isOnGitHub {
      return GitHubRunConsole(
        outline, detail: detail, folder: location.folderInRepository, now: world.now(),
        makeToken: { makeToken() })
    }
    guard errors.live, detail != .failures else {
      return PlainRunConsole(outline, detail: detail, color: errors.color, now: world.now())
    }
    return LiveRunConsole(outline, detail: detail, color: errors.color, now: world.now()) {
      let now = world.errors.capabilities(options.color)
      return (now.width ?? 80, now.height)
    }
  }

  /// 128 bits that nobody can guess.
  private static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return String(random.next(), radix: 16) + String(random.next(), radix: 16)
  }
}

extension RunDetail {
  init(_ verbosity: GlobalOptions.Verbosity) {
    switch verbosity {
    case .quiet: self = .failures
    case .normal: self = .results
    case .verbose: self = .everything
    }
  }
}

extension World {
  /// https://docs.github.com/en/actions/reference/workflows-and-actions/variables
  var isOnGitHub: Bool { environment["GITHUB_ACTIONS"] == "true" }
}
