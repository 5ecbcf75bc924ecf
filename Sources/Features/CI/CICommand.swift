import Arguments
import Base
import GitBridge
import Session

/// `ambit ci check`: compares CI files with what Ambit needs.
struct CICommand: AmbitCommand {
  let options: CIOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    var files: [CIFile] = []
    for file in options.files.isEmpty ? try Self.usualFiles(world) : options.files {
      guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
        throw Failure(
          code: "unreadable-file", message: "cannot read \"\(file)\"",
          hints: ["name a CI file, such as .github/workflows/ci.yml"])
      }
      files.append(CIFile(path: file.description, text: String(decoding: bytes, as: UTF8.self)))
    }
    let check = CICheck(files)
    guard check.calls > 0 else {
      throw Failure(
        code: "no-call", message: "no file calls Ambit",
        hints: ["`ambit init` prints lines for CI; docs/ci has complete files"])
    }
    console.answer(json: check.json, text: check.lines)
    return check.findings.contains(where: \.isError) ? .failed : .success
  }

  /// The CI files of the repository, in the places where hosts look for them.
  private static func usualFiles(_ world: World) throws(Failure) -> [Argument] {
    let root = try Failure.wrapping {
      try Repository.open(containing: world.workingFolder, environment: world.environment).workingFolder
    }
    let folders = [".github/workflows/", ".circleci/", ".buildkite/", ".gitlab/", "ci_scripts/"]
    let inFolders = folders.flatMap { folder in
      LocalFiles.names(in: "\(root)/\(folder)").sorted().map { folder + $0 }
    }.filter { name in [".yml", ".yaml", ".sh"].contains { name.hasSuffix($0) } }
    let atRoot = [
      ".gitlab-ci.yml", "azure-pipelines.yml", "bitrise.yml", "codemagic.yml", ".travis.yml", "Jenkinsfile",
    ]
    let files = inFolders + atRoot.filter { LocalFiles.isFile("\(root)/\($0)") }
    guard !files.isEmpty else {
      throw Failure(
        code: "no-ci-file", message: "there is no CI file in the usual places",
        hints: ["name the file: ambit ci check FILE"])
    }
    let start = LocalFiles.resolved(world.workingFolder) == LocalFiles.resolved(root) ? "" : "\(root)/"
    return files.map { Argument(start + $0) }
  }
}
