import Base
import CGit2

/// The folders of an opened repository, and its settings.
struct RepositoryLocation: Sendable {
  /// The real path of the work tree, without a slash at the end.
  let workingFolder: String
  /// The worktree's own Git folder. `commonFolder` is the one that all worktrees share.
  let gitFolder: String
  let commonFolder: String
  let indexPath: String
  let settings: WorkingTreeSettings
}

/// The configuration that decides how the work tree is read.
struct WorkingTreeSettings: Sendable {
  /// True when the owner's execute bit on disk has a meaning.
  let trustsFileMode: Bool
  let hasSymbolicLinks: Bool
  let ignoresCase: Bool
  /// The differences between names that the file system ignores.
  let names: NameMatching
  let excludesFile: String?
  /// True when text files without attributes may have other line ends on disk than in Git.
  let convertsLineEnds: Bool
  /// The user's own attributes file.
  let attributesFile: String?

  init(_ configuration: GitConfiguration, sources: ConfigurationSources) {
    trustsFileMode = configuration.bool("core.filemode", default: true)
    hasSymbolicLinks = configuration.bool("core.symlinks", default: true)
    ignoresCase = configuration.bool("core.ignorecase", default: false)
    // Some users set these so that Git sees renames to another case. A Mac's file systems ignore case anyway.
    let isMac = HostPlatform.name == "macos"
    names = NameMatching(
      ignoresCase: ignoresCase || isMac,
      ignoresComposition: isMac || configuration.bool("core.precomposeunicode", default: false))
    excludesFile = configuration.path("core.excludesfile") ?? sources.xdgFolder.map { $0 + "/ignore" }
    convertsLineEnds = configuration.string("core.autocrlf").map { $0.lowercased() != "false" } ?? false
    attributesFile =
      configuration.path("core.attributesfile") ?? sources.xdgFolder.map { $0 + "/attributes" }
  }
}
