import Foundation
import TestSupport
import Testing

@testable import GitBridge

/// Which file Git reads before all others: that of the Git in use.
@Suite struct SystemConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "brew/bin/git")
    chmod(folder.path("brew/bin/git"), 0o755)
  }

  private func file(_ environment: [String: String], on platform: String) -> String? {
    ConfigurationSources(environment: environment, platform: platform).system
  }

  @Test func homebrewsLiesBesideIt() throws {
    let environment = ["PATH": "\(folder.path("brew/bin")):/usr/bin"]
    #expect(file(environment, on: "macos") == "/etc/gitconfig")
    try folder.write("", to: "brew/etc/gitconfig")
    for platform in ["macos", "linux"] {
      #expect(file(environment, on: platform) == folder.path("brew/etc/gitconfig"))
    }
  }

  @Test func applesLiesInXcode() throws {
    try folder.write("", to: "Developer/usr/share/git-core/gitconfig")
    let environment = ["PATH": "/usr/bin:/bin", "DEVELOPER_DIR": folder.path("Developer")]
    let sources = ConfigurationSources(environment: environment, platform: "macos")
    #expect(sources.builtIn == folder.path("Developer/usr/share/git-core/gitconfig"))
    #expect(sources.system == "/etc/gitconfig")
    #expect(ConfigurationSources(environment: environment, platform: "linux").builtIn == nil)
  }

  /// Git reads a name alone as true, and an empty value as false.
  @Test(arguments: [("ignorecase", true), ("ignorecase =", false), ("ignorecase = yes", true)])
  func aNameWithoutAValueIsTrue(line: String, expected: Bool) throws {
    let scene = try Scene()
    try scene.write("[core]\n\t\(line)\n", ".git/config")
    #expect(try scene.open().location.settings.ignoresCase == expected)
    try scene.write("[core]\n\t\(line.replacing("ignorecase", with: "autocrlf"))\n", ".git/config")
    #expect(try CheckoutSettings(scene.open()).isPlain != expected)
  }

  @Test func whatVariablesSayBeatsBoth() {
    #expect(file(["GIT_CONFIG_SYSTEM": "/x"], on: "macos") == "/x")
    #expect(file(["GIT_CONFIG_NOSYSTEM": "1"], on: "macos") == nil)
  }
}
