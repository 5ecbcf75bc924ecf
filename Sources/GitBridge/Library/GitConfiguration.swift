import CGit2

/// Git's configuration, composed from given files instead of those that the library would look for.
///
/// The class is not thread-safe. `GitHandle` reads the settings while it opens.
final class GitConfiguration {
  let pointer: OpaquePointer
  private let sources: ConfigurationSources

  /// `repositoryFiles` are the local file and, with `extensions.worktreeConfig`, the worktree's. Without them this is
  /// the protected configuration, which no repository can influence.
  init(sources: ConfigurationSources, repositoryFiles: [String] = []) throws(GitError) {
    try LibGit2.start()
    var created: OpaquePointer?
    try LibGit2.check(git_config_new(&created), .unreadable, "cannot make a configuration")
    guard let created else { throw GitError(.unreadable, "cannot make a configuration") }
    pointer = created
    self.sources = sources
    let levels = [GIT_CONFIG_LEVEL_LOCAL, GIT_CONFIG_LEVEL_APP]
    let files: [(String?, git_config_level_t)] =
      [
        (sources.builtIn, GIT_CONFIG_LEVEL_PROGRAMDATA), (sources.system, GIT_CONFIG_LEVEL_SYSTEM),
        (sources.xdg, GIT_CONFIG_LEVEL_XDG),
        (sources.global, GIT_CONFIG_LEVEL_GLOBAL),
      ] + zip(repositoryFiles.map(Optional.some), levels)
    for case (let path?, let level) in files {
      try LibGit2.check(
        git_config_add_file_ondisk(pointer, path, level, nil, 0), .unreadable,
        "cannot read Git's configuration '\(path)'")
    }
  }

  deinit {
    git_config_free(pointer)
  }

  func string(_ key: String) -> String? {
    if let value = sources.override(of: key) { return value }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    guard git_config_get_string_buf(&buffer, pointer, key) == 0, let text = buffer.ptr else { return nil }
    return String(cString: text)
  }

  /// Returns a switch. A name without `=` and a value is true, and an empty value is false.
  func bool(_ key: String, default fallback: Bool) -> Bool {
    var value: Int32 = 0
    if let text = sources.override(of: key) {
      return git_config_parse_bool(&value, text) == 0 ? value != 0 : fallback
    }
    var entry: UnsafeMutablePointer<git_config_entry>?
    guard git_config_get_entry(&entry, pointer, key) == 0, let entry else { return fallback }
    defer { git_config_entry_free(entry) }
    guard let text = entry.pointee.value else { return true }
    return git_config_parse_bool(&value, text) == 0 ? value != 0 : fallback
  }

  /// Returns a path. `~/` at its front stands for the home folder.
  func path(_ key: String) -> String? {
    string(key).map { text in
      guard text.hasPrefix("~/"), let home = sources.home else { return text }
      return home + text.dropFirst()
    }
  }

  /// Returns every value of a key in the order of the files, then the overrides.
  func strings(_ key: String) -> [String] {
    var values: [String] = []
    var iterator: OpaquePointer?
    if git_config_multivar_iterator_new(&iterator, pointer, key, nil) == 0, let iterator {
      defer { git_config_iterator_free(iterator) }
      var entry: UnsafeMutablePointer<git_config_entry>?
      while git_config_next(&entry, iterator) == 0, let entry {
        values.append(entry.pointee.value.map { String(cString: $0) } ?? "")
      }
    }
    return values + sources.overrides.filter { $0.key == key.lowercased() }.map(\.value)
  }
}
