import Base
import CGit2

/// Where the parts of an opened repository lie, and what its configuration says about them.
struct RepositoryLocation: Sendable {
  /// The real path of the work tree, without a slash at the end.
  let workingFolder: String
  /// The worktree's own Git folder, and the one it shares with its siblings.
  let gitFolder: String
  let commonFolder: String
  let indexPath: String
  let settings: WorkingTreeSettings
}

/// The configuration that decides how the work tree is read.
struct WorkingTreeSettings: Sendable {
  /// Whether the owner's execute bit on disk means something.
  let trustsFileMode: Bool
  let hasSymbolicLinks: Bool
  let ignoresCase: Bool
  /// Which names the file system takes for the same.
  let names: NameMatching
  let excludesFile: String?
  /// Whether text files that no attribute speaks of lie on disk with other line ends.
  let convertsLineEnds: Bool
  /// The user's own attributes.
  let attributesFile: String?

  init(_ configuration: GitConfiguration, sources: ConfigurationSources) {
    trustsFileMode = configuration.bool("core.filemode", default: true)
    hasSymbolicLinks = configuration.bool("core.symlinks", default: true)
    ignoresCase = configuration.bool("core.ignorecase", default: false)
    // Some set these so that Git tells of new names; the file systems of a Mac do not change with it.
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
