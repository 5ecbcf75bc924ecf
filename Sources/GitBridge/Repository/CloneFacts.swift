import CGit2

/// What `ambit doctor` asks about a clone.
extension Repository {
  /// What a partial clone left out, such as `blob:none`; nil when it has every object.
  package func partialCloneFilter() throws(GitError) -> String? {
    try handle.withRepository { repository throws(GitError) in
      var configuration: OpaquePointer?
      try LibGit2.check(
        git_repository_config_snapshot(&configuration, repository), .unreadable,
        "cannot read the configuration")
      defer { git_config_free(configuration) }
      var remote: UnsafePointer<CChar>?
      let isPartial = git_config_get_string(&remote, configuration, "extensions.partialclone") == 0
      let name = isPartial ? remote.map { String(cString: $0) } ?? "origin" : "origin"
      var filter: UnsafePointer<CChar>?
      let key = "remote.\(name).partialclonefilter"
      guard git_config_get_string(&filter, configuration, key) == 0, let filter else {
        return isPartial ? "some objects" : nil
      }
      return String(cString: filter)
    }
  }

  /// Whether Git ignores `path`, relative to the work tree's root; one that ends in a slash is a folder.
  package func isIgnored(_ path: String) throws(GitError) -> Bool {
    try handle.withRepository { repository throws(GitError) in
      var isIgnored: Int32 = 0
      try LibGit2.check(
        git_ignore_path_is_ignored(&isIgnored, repository, path), .unreadable,
        "cannot tell whether '\(path)' is ignored")
      return isIgnored == 1
    }
  }
}
