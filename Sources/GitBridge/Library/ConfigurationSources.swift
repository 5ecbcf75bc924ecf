import Platform

/// Which configuration files of the user count, found from an environment that is passed in.
struct ConfigurationSources: Sendable {
  let system: String?
  let xdg: String?
  let global: String?
  /// `GIT_CONFIG_KEY_n` and `GIT_CONFIG_VALUE_n`, keys lower-cased.
  let overrides: [(key: String, value: String)]
  let home: String?
  /// Where `ignore` lies when `core.excludesFile` is not set.
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
    system = noSystem == true ? nil : value("GIT_CONFIG_SYSTEM") ?? Self.systemFile(environment, platform)
    if let chosen = value("GIT_CONFIG_GLOBAL") {
      // A chosen file replaces both of the user's.
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

  /// The file that the Git in use was built to read: Homebrew's lies beside it, Apple's in Xcode or in the command line
  /// tools.
  private static func systemFile(_ environment: [String: String], _ platform: String) -> String {
    let common = "/etc/gitconfig"
    let git = environment["PATH"].flatMap { Executables.find("git", inSearchPath: $0) }
    let prefix = git.map { LocalFiles.folder(of: LocalFiles.folder(of: $0)) } ?? "/usr"
    var candidates = ["/", "/usr"].contains(prefix) ? [] : ["\(prefix)/etc/gitconfig"]
    if platform == "macos", candidates.isEmpty {
      let developers = [
        environment["DEVELOPER_DIR"], LocalFiles.resolved("/var/db/xcode_select_link"),
        "/Applications/Xcode.app/Contents/Developer", "/Library/Developer/CommandLineTools",
      ]
      candidates = developers.compactMap(\.self).map { "\($0)/usr/share/git-core/gitconfig" }
    }
    return candidates.first(where: LocalFiles.isFile) ?? common
  }

  /// The last override of a key, which wins over every file.
  func override(of key: String) -> String? {
    let lowered = key.lowercased()
    return overrides.last { $0.key == lowered }?.value
  }
}
