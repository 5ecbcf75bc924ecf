import Edge
import Platform
import Support
import Workspaces

/// The program that people commit with, so that what it is told to do bears their name, their signature and passes their hooks.
struct GitProgram {
  private let executable: String
  private let environment: [String: String]

  init(_ world: World) throws(Failure) {
    guard let found = Executables.find("git", inSearchPath: world.environment["PATH"] ?? "") else {
      throw Failure(
        code: "no-git", message: "there is no program `git` on PATH", hints: ["install Git, or extend PATH"])
    }
    executable = found
    // Which repository is meant is said by the folder; who commits may be said by the environment.
    let people = ["GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_ASKPASS", "GIT_SSH"]
    environment = world.environment.withoutRepository.merging(
      world.environment.filter { variable in people.contains { variable.key.hasPrefix($0) } }
    ) { $1 }
  }

  /// What it prints. Anything but success is an error with its own words.
  @discardableResult
  func run(
    _ arguments: [String], in folder: String, supervisor: ProcessSupervisor = .shared
  ) throws(Failure) -> String {
    let command = Command(
      executable: executable, arguments: ["-C", folder, "-c", "submodule.recurse=false"] + arguments,
      environment: environment)
    let output: ProcessOutput
    do throws(ProcessError) {
      output = try command.run(supervisor: supervisor)
    } catch {
      if error.kind == .stopped { throw .stopped }
      throw Failure(describing: error)
    }
    guard output.status.isSuccess else {
      let words = Text.escapingControls(
        (output.stderrText + output.stdoutText).split(separator: "\n").joined(separator: "; "))
      throw Failure(
        code: "git-refused",
        message:
          "`git \(arguments.prefix(1).joined())` in \"\(Text.escapingControls(folder))\" says: \(words)")
    }
    return output.stdoutText
  }
}
