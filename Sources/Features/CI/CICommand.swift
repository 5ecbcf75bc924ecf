import Arguments
import Base
import Session

/// `ambit ci check`: compares CI files with what Ambit needs.
struct CICommand {
  let options: CIOptions

  func run(_ world: World, _ console: CommandOutput) throws(Failure) -> ExitCode {
    var files: [CIFile] = []
    for file in options.files {
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
        hints: ["`ambit init` prints lines for the CI, and docs/ci has whole files"])
    }
    console.answer(json: check.json, text: check.lines)
    return check.findings.contains(where: \.isError) ? .failed : .success
  }
}
