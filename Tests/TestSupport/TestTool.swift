import Base
import Foundation

/// A program that some tests need. `scripts/setup` installs it, with `--with-oracles`, `--with-browser` or `--with-servers`.
///
/// Where it is missing these tests are left out, but not on CI: nobody would notice there that they no longer run. What the
/// kernel withholds (mounts, namespaces) is no tool: tests that need it are left out everywhere, and `scripts/test` says so.
package struct TestTool: Sendable {
  /// Where it is; nil where it is missing.
  package let path: String?
  private let isCI: Bool

  /// The first of `paths` that can be run.
  package init(_ paths: String..., environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = paths.first(where: FileManager.default.isExecutableFile)
    // Elsewhere nothing is installed for tests.
    isCI = HostPlatform.isLinux && environment["CI"] != nil
  }

  /// Found in the usual folders.
  package init(named name: String) {
    self.init("/usr/bin/\(name)", "/bin/\(name)", "/usr/local/bin/\(name)", "/opt/homebrew/bin/\(name)")
  }

  /// True when tests that need the tool are to run. On CI they do without it, and fail.
  package var isExpected: Bool { path != nil || isCI }

  package static let bubblewrap = TestTool(named: "bwrap")
  /// True where bubblewrap works. The kernel may withhold namespaces from it.
  package static let bubblewrapWorks: Bool = {
    guard let path = bubblewrap.path else { return bubblewrap.isExpected }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--dev-bind", "/", "/", "true"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return true }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
  package static let strace = TestTool(named: "strace")
  package static let graphviz = TestTool(named: "dot")
  package static let chromium = TestTool(
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
  package static let exFAT = TestTool("/usr/sbin/mount.exfat-fuse")
  package static let exFATMaker = TestTool("/usr/sbin/mkfs.exfat")
}
