import Base
import CGit2

/// Git's configuration, composed from given files instead of those that the library would look for.
///
/// The class is not thread-safe. `GitHandle` reads the settings while it opens.
final class GitConfiguration {
  let pointer: OpaquePointer
  private let sources: ConfigurationSources

  /// `repositoryFiles` are the local file and, with `extensions.worktreeConfig`, the worktree's. Without them this is
  /// the protected configuration, which no repository can influence. `repository` decides which parts with `includeIf`
  /// count.
  init(
    sources: ConfigurationSources, repositoryFiles: [String] = [], of repository: OpaquePointer? = nil
  ) throws(Failure) {
    try LibGit2.start()
    var created: OpaquePointer?
    try LibGit2.check(git_config_new(&created), .unreadable, "cannot make a configuration")
    guard let created else { throw Failure.git(.unreadable, "cannot make a configuration") }
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
        git_config_add_file_ondisk(pointer, path, level, repository, 0), .unreadable,
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

/// The user's configuration files, found from an environment that is passed in.
struct ConfigurationSources: Sendable {
  /// The file in Xcode that Apple's Git reads first.
  let builtIn: String?
  let system: String?
  let xdg: String?
  let global: String?
  /// The pairs of `GIT_CONFIG_KEY_n` and `GIT_CONFIG_VALUE_n`. The keys are in lower case.
  let overrides: [(key: String, value: String)]
  let home: String?
  /// The folder of the file `ignore` when `core.excludesFile` is not set.
  let xdgFolder: String?

  init(environment: [String: String], platform: String = HostPlatform.name) {
    home = environment.variable("HOME")
    xdgFolder =
      environment.variable("XDG_CONFIG_HOME").map { $0 + "/git" } ?? home.map { $0 + "/.config/git" }
    let noSystem = environment.variable("GIT_CONFIG_NOSYSTEM").map {
      !["0", "false", "no", "off"].contains($0.lowercased())
    }
    let prefix = Self.prefixOfGit(environment)
    builtIn = noSystem == true || platform != "macos" || prefix != nil ? nil : Self.fileInXcode(environment)
    system =
      noSystem == true ? nil : environment.variable("GIT_CONFIG_SYSTEM") ?? Self.systemFile(below: prefix)
    if let chosen = environment.variable("GIT_CONFIG_GLOBAL") {
      // A chosen file replaces both files of the user.
      global = chosen
      xdg = nil
    } else {
      global = home.map { $0 + "/.gitconfig" }
      xdg = xdgFolder.map { $0 + "/config" }
    }
    let count = environment.variable("GIT_CONFIG_COUNT").flatMap(Int.init) ?? 0
    overrides = (0..<max(0, min(count, 1000))).compactMap { index in
      guard let key = environment["GIT_CONFIG_KEY_\(index)"],
        let value = environment["GIT_CONFIG_VALUE_\(index)"]
      else { return nil }
      return (key.lowercased(), value)
    }
  }

  /// Returns the folder of a Git that is not the system's. Homebrew's Git reads a configuration file beside itself.
  private static func prefixOfGit(_ environment: [String: String]) -> String? {
    guard let git = environment["PATH"].flatMap({ Executables.find("git", inSearchPath: $0) }),
      LocalFiles.resolved(git) != "/usr/bin/git"
    else { return nil }
    let prefix = LocalFiles.folder(of: LocalFiles.folder(of: git))
    return ["/", "/usr"].contains(prefix) ? nil : prefix
  }

  private static func systemFile(below prefix: String?) -> String {
    let own = prefix.map { "\($0)/etc/gitconfig" }
    return own.flatMap { LocalFiles.isFile($0) ? $0 : nil } ?? "/etc/gitconfig"
  }

  private static func fileInXcode(_ environment: [String: String]) -> String? {
    let developers = [
      environment["DEVELOPER_DIR"], LocalFiles.resolved("/var/db/xcode_select_link"),
      "/Applications/Xcode.app/Contents/Developer", "/Library/Developer/CommandLineTools",
    ]
    return developers.compactMap(\.self).map { "\($0)/usr/share/git-core/gitconfig" }.first(
      where: LocalFiles.isFile)
  }

  /// Returns the last override of a key, which wins over every file.
  func override(of key: String) -> String? {
    let lowered = key.lowercased()
    return overrides.last { $0.key == lowered }?.value
  }
}

/// Git's protection against repositories that another user planted. The checkout must belong to this user, or
/// `safe.directory` must name it in configuration that the repository cannot influence.
///
/// The library has such a check but ignores `safe.directory=*`, which CI containers rely on.
struct OwnershipCheck {
  let user: UInt32
  /// The user who called `sudo`. Root may use that user's files as its own.
  let sudoUser: UInt32?
  let safeFolders: [String]
  let home: String?

  init(environment: [String: String], sources: ConfigurationSources) throws(Failure) {
    user = CurrentProcess.user
    sudoUser = user == 0 ? environment["SUDO_UID"].flatMap { UInt32($0) } : nil
    home = sources.home
    safeFolders = try GitConfiguration(sources: sources).strings("safe.directory")
  }

  /// `paths` are the work tree and the Git folder.
  func check(workingFolder: String, paths: [String]) throws(Failure) {
    guard let foreign = paths.first(where: { !isOwn($0) }) else { return }
    guard !isSafe(workingFolder) else { return }
    throw Failure.git(
      .dubiousOwnership,
      "the repository '\(workingFolder)' belongs to another user ('\(foreign)' is not yours)",
      place: workingFolder)
  }

  private func isOwn(_ path: String) -> Bool {
    guard let owner = FileFacts(of: Array(path.utf8))?.user else { return false }
    return owner == user || owner == sudoUser
  }

  private func isSafe(_ folder: String) -> Bool {
    var isSafe = false
    for value in safeFolders {
      if value.isEmpty {
        // An empty value resets the list.
        isSafe = false
      } else if value == "*" || matches(value, folder) {
        isSafe = true
      }
    }
    return isSafe
  }

  private func matches(_ value: String, _ folder: String) -> Bool {
    var value = value
    if value.hasPrefix("~/"), let home { value = home + value.dropFirst() }
    if value.hasSuffix("/*") {
      let prefix = value.dropLast(2)
      return folder.hasPrefix((LocalFiles.resolved(String(prefix)) ?? String(prefix)) + "/")
    }
    return folder == value || folder == LocalFiles.resolved(value)
  }
}
