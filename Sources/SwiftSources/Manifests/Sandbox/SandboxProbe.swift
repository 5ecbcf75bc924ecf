import Base

/// Finds out once whether a sandbox works here. The first manifest of the process, or a test before it, decides. A
/// failure of a later manifest may have another manifest as its cause.
enum SandboxProbe {
  private static let known = Guarded<[ManifestSandbox.Tool: String?]>([:])

  /// Returns the reason why the sandbox does not work; nil when it works.
  static func obstacle(of tool: ManifestSandbox.Tool) -> String? {
    known.with { known in
      if let found = known[tool] { return found }
      let found = probe(tool)
      known[tool] = .some(found)
      return found
    }
  }

  /// Finds the answer by `run`, which runs a confined program while no other runs. Returns the program's output too,
  /// unless the answer was known before or the sandbox does not work.
  static func obstacle(
    of tool: ManifestSandbox.Tool, trying run: () throws(ProcessError) -> ProcessOutput
  ) -> (obstacle: String?, output: ProcessOutput?) {
    known.with { known in
      if let found = known[tool] { return (found, nil) }
      // An error of the run does not show that the sandbox fails.
      guard let output = try? run() else {
        let found = probe(tool)
        known[tool] = .some(found)
        return (found, nil)
      }
      let found = Confinement.obstacle(in: output)
      known[tool] = .some(found)
      return (found, found == nil ? output : nil)
    }
  }

  private static func probe(_ tool: ManifestSandbox.Tool) -> String? {
    guard let folder = ScratchFolder(in: nil) else { return "cannot create a folder in /tmp" }
    defer { withExtendedLifetime(folder) {} }
    let nothing = Command(executable: "/bin/sh", arguments: ["-c", ":"], workingFolder: folder.path)
    let confined = Confinement.of(nothing, by: tool, writing: folder.path)
    do throws(ProcessError) {
      return Confinement.obstacle(in: try confined.command.run(input: confined.input, timeout: .seconds(10)))
    } catch {
      return error.message
    }
  }
}
