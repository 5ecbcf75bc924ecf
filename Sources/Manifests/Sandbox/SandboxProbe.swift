import Platform

/// Whether a sandbox can be made here at all. Found out once for all, before the first manifest of the process runs: what
/// fails later may fail because of one.
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
      do throws(ProcessError) {
        let output = try run()
        let found = Confinement.spoken(output.stdout) == nil ? Confinement.reason(output) : nil
        known[tool] = .some(found)
        return (found, found == nil ? output : nil)
      } catch {
        return (error.message, nil)
      }
    }
  }

  private static func probe(_ tool: ManifestSandbox.Tool) -> String? {
    guard let folder = ScratchFolder(in: nil) else { return "no folder can be made in /tmp" }
    defer { withExtendedLifetime(folder) {} }
    let nothing = Command(executable: "/bin/sh", arguments: ["-c", ":"], workingFolder: folder.path)
    let confined = Confinement.of(nothing, by: tool, writing: folder.path)
    do throws(ProcessError) {
      let output = try confined.command.run(input: confined.input, timeout: .seconds(10))
      return Confinement.spoken(output.stdout) == nil ? Confinement.reason(output) : nil
    } catch {
      return error.message
    }
  }
}
