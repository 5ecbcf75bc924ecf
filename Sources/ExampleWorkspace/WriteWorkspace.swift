package import Base

extension ExampleWorkspace {
  /// Writes the files and their history into `folder`, which must be missing or empty.
  ///
  /// `searchPath` is a `PATH`-like list of folders with `git`. The user's own Git configuration is not used.
  package func write(to folder: String, searchPath: String) throws(Failure) {
    try ExampleRepository(folder: folder, searchPath: searchPath).write(
      ExampleHistory(files: files()).commits)
  }
}

/// A repository to be written.
struct ExampleRepository {
  let folder: String
  let searchPath: String

  /// Makes the commits. The folder then holds the files of the last one on main.
  func write(_ commits: [ExampleHistory.Commit]) throws(Failure) {
    try Self.prepare(folder)
    guard let program = Executables.find("git", inSearchPath: searchPath) else {
      throw ExampleGit.failed(["init"], "there is no 'git' on PATH")
    }
    let git = ExampleGit(program: program, folder: folder, searchPath: searchPath)
    var stream = FastImport()
    for commit in commits { stream.append(commit) }
    // The template is empty: hooks and excludes of this machine are not part of the example.
    try git.run(["init", "--quiet", "--initial-branch=main", "--template="])
    try git.run(["fast-import", "--quiet", "--done"], input: stream.bytes + Array("done\n".utf8))
    try git.run(["reset", "--quiet", "--hard", "main"])
  }

  /// Makes the folder and its parents, and checks that it is empty.
  private static func prepare(_ folder: String) throws(Failure) {
    let names: [[UInt8]]
    do throws(DiskError) {
      guard LocalFiles.makeFolders(folder, mode: 0o777) else { throw .last }
      names = try FolderReader(Array(folder.utf8), followingLinks: true).names()
    } catch {
      throw Failure(code: "cannot-write", message: "'\(folder)' cannot be written: \(error.words)")
    }
    guard names.isEmpty else {
      throw Failure(
        code: "folder-not-empty", message: "'\(folder)' is not an empty folder",
        hints: ["name a folder that does not exist yet"])
    }
  }
}

/// Runs `git` in one folder, without the user's configuration.
private struct ExampleGit {
  let program: String
  let folder: String
  let searchPath: String

  func run(_ arguments: [String], input: [UInt8] = []) throws(Failure) {
    let command = Command(
      executable: program, arguments: arguments,
      environment: [
        "PATH": searchPath, "HOME": folder, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_DEFAULT_HASH": "sha1",
      ],
      workingFolder: folder)
    let output: ProcessOutput
    do {
      output = try command.run(input: input)
    } catch {
      throw Self.failed(arguments, error.message)
    }
    guard output.status.isSuccess else {
      throw Self.failed(arguments, output.stderrText)
    }
  }

  static func failed(_ arguments: [String], _ output: String) -> Failure {
    Failure(code: "git-failed", message: "'git \(arguments.joined(separator: " "))' failed: \(output)")
  }
}
