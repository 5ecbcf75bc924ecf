import Base

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
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    home = value("HOME")
    xdgFolder = value("XDG_CONFIG_HOME").map { $0 + "/git" } ?? home.map { $0 + "/.config/git" }
    let noSystem = value("GIT_CONFIG_NOSYSTEM").map {
      !["0", "false", "no", "off"].contains($0.lowercased())
    }
    let prefix = Self.prefixOfGit(environment)
    builtIn = noSystem == true || platform != "macos" || prefix != nil ? nil : Self.fileInXcode(environment)
    system = noSystem == true ? nil : value("GIT_CONFIG_SYSTEM") ?? Self.systemFile(below: prefix)
    if let chosen = value("GIT_CONFIG_GLOBAL") {
      // A chosen file replaces both files of the user.
      global = chosen
      xdg = nil
    } else {
      global = home.map { $0 + "/.gitconfig" }
      xdg = xdgFolder.map { $0 + "/config" }
    }
    let count = value("GIT_CONFIG_COUNT").flatMap(Int.init) ?? 0
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
