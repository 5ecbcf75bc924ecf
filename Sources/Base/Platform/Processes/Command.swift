/// A program to run, with its arguments and environment. The child inherits nothing.
package struct Command: Sendable, Hashable, Codable {
  /// The path of the program, absolute or relative to this process's folder. `Executables.find` finds it by name.
  package var executable: String
  /// The arguments without the program's name.
  package var arguments: [String]
  /// The whole environment of the child.
  package var environment: [String: String]
  /// The child's folder, or nil for the folder of this process.
  package var workingFolder: String?

  package init(
    executable: String, arguments: [String] = [], environment: [String: String] = [:],
    workingFolder: String? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
  }
}

/// The way in which a process ended.
package enum ProcessStatus: Sendable, Hashable {
  case exited(Int32)
  case signalled(Int32)
  /// The process exceeded its time limit and was killed.
  case timedOut

  package var isSuccess: Bool { self == .exited(0) }
}

package enum ProcessStream: Sendable, Hashable {
  case stdout, stderr
}

/// The status and the output of a finished process.
package struct ProcessOutput: Sendable, Hashable {
  package let status: ProcessStatus
  package var stdout: [UInt8]
  package let stderr: [UInt8]
  /// The number of bytes beyond the output limit. A note in the stream marks the place.
  package var omittedBytes: Int = 0

  package var stdoutText: String { String(decoding: stdout, as: UTF8.self) }
  package var stderrText: String { String(decoding: stderr, as: UTF8.self) }
}

extension Command {
  /// The command as one could type it into a shell, without its environment.
  package var shellLine: String {
    ([executable] + arguments).map(Self.quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
          || "-_./:=@%+,".unicodeScalars.contains(scalar)
      }
    return isPlain
      ? word
      : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

package enum Executables {
  /// Returns the first executable file called `name` in the folders of a list such as `PATH`.
  ///
  /// A name with a slash is a path already. Relative and empty entries of the list are skipped, so that the result does
  /// not depend on the working folder.
  package static func find(_ name: String, inSearchPath searchPath: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return isExecutable(name) ? name : nil }
    guard !name.isEmpty else { return nil }
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      if isExecutable(candidate) { return candidate }
    }
    return nil
  }

  package static func isExecutable(_ path: String) -> Bool { LocalFiles.isProgram(path) }
}
