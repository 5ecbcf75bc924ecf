import Base

/// Tells whether a sandbox can be made here at all. It is found out once for all, by the first manifest of the process or
/// before it: later ones may fail because of others.
enum SandboxProbe {
  private static let known = Guarded<[ManifestSandbox.Tool: String?]>([:])

  /// nil when nothing is in the way.
  static func obstacle(of tool: ManifestSandbox.Tool) -> String? {
    known.with { known in
      if let found = known[tool] { return found }
      let found = probe(tool)
      known[tool] = .some(found)
      return found
    }
  }

  /// The same, found out by `run`, which runs a confined program: nothing else runs meanwhile. Has its output too, except
  /// where the answer was known before, or is an obstacle.
  static func obstacle(
    of tool: ManifestSandbox.Tool, trying run: () throws(ProcessError) -> ProcessOutput
  ) -> (obstacle: String?, output: ProcessOutput?) {
    known.with { known in
      if let found = known[tool] { return (found, nil) }
      // An error of the run itself says nothing of sandboxes.
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
    guard let folder = ScratchFolder(in: nil) else { return "no folder can be made in /tmp" }
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
