import Base
import Foundation
import TestSupport

/// A workspace on disk with a real Git history, and nothing of the machine's configuration.
package final class ScenarioFolder: Sendable {
  private let folder: TemporaryFolder
  /// The workspace, which is the Git root.
  package let root: String
  package let environment: [String: String]

  package struct ScriptFailure: Error, CustomStringConvertible {
    package let description: String
  }

  package init(cacheHome: String) throws {
    folder = try TemporaryFolder()
    root = folder.path("work")
    environment = [
      "PATH": Self.searchPath, "HOME": folder.path("home"), "XDG_CACHE_HOME": cacheHome, "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TEMPLATE_DIR": folder.path("home"),
    ]
    for path in [root, folder.path("home")] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  package static let searchPath =
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"

  /// Of Git itself, beside what Ambit sees too.
  private static let identity = [
    "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.com", "GIT_COMMITTER_NAME": "Test",
    "GIT_COMMITTER_EMAIL": "test@example.com", "GIT_AUTHOR_DATE": "1700000000 +0000",
    "GIT_COMMITTER_DATE": "1700000000 +0000",
    // Neither housekeeping nor compression: both take longer than all the rest.
    "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "maintenance.auto", "GIT_CONFIG_VALUE_0": "false",
    "GIT_CONFIG_KEY_1": "core.compression", "GIT_CONFIG_VALUE_1": "0",
  ]

  /// Runs a shell script in the workspace's folder; returns what it prints, without the last newline.
  @discardableResult
  package func sh(_ script: String) throws -> String {
    let command = Command(
      executable: "/bin/sh", arguments: ["-ec", script],
      environment: environment.merging(Self.identity) { $1 }, workingFolder: root)
    let output = try command.run()
    guard output.status.isSuccess else {
      throw ScriptFailure(description: "\(script)\n\(output.stdoutText)\(output.stderrText)")
    }
    return String(output.stdoutText.trimmingSuffix { $0 == "\n" })
  }

  /// A text in which `$(...)` stands for what a command prints.
  package func expand(_ text: String) throws -> String {
    text.contains("$(") ? try sh("printf %s \"\(text)\"") : text
  }

  package func apply(_ effects: [String: String?]) throws {
    for (path, text) in effects.sorted(by: { $0.key < $1.key }) {
      guard let text else {
        try FileManager.default.removeItem(atPath: "\(root)/\(path)")
        continue
      }
      try folder.write(text, to: "work/\(path)")
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isUnwanted(last) { rest.removeLast() }
    return rest
  }
}
