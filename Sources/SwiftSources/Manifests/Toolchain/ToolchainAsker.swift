import Base

/// Asks the programs of a toolchain about themselves.
struct ToolchainAsker {
  let environment: [String: String]
  /// The folder to ask in. Proxies look there for files that choose a toolchain.
  let folder: String?

  func ask(_ program: String, _ arguments: [String]) throws(ToolchainError) -> String {
    // The driver leaves an empty temporary folder behind when it only answers a question.
    let scratch = ScratchFolder(in: environment["TMPDIR"])
    let command = Command(
      executable: program, arguments: arguments,
      environment: ManifestEnvironment.compiling(environment, scratch), workingFolder: folder)
    let output: ProcessOutput
    do throws(ProcessError) {
      defer { withExtendedLifetime(scratch) {} }
      output = try command.run(timeout: .seconds(60))
    } catch {
      if error.kind == .stopped { throw ToolchainError(code: .stopped, message: error.message) }
      throw ToolchainError(code: .unusable, message: error.message)
    }
    guard output.status.isSuccess else {
      throw ToolchainError(
        code: .unusable,
        message: "\"\(program) \(arguments.joined(separator: " "))\" failed: \(output.stderrText)")
    }
    // Only stdout counts: the driver's own version, on stderr, says nothing about the compiler.
    return output.stdoutText
  }
}

/// Remembers the output of a compiler's `-version`.
struct VersionMemory {
  let folder: String
  let compiler: String

  private var path: String { folder + "/toolchain-version" }

  func recall() -> String? {
    key.flatMap { Self.form.value(in: LocalFiles.read(path), for: $0) }
  }

  func remember(_ answer: String) {
    if let key { LocalFiles.replace(path, with: Self.form.seal(answer, for: key)) }
  }

  private static let form = SealedForm("ambit-toolchain-version", version: 1)

  /// The key of the compiler that gave the answer.
  private var key: SHA256Digest? {
    LocalFiles.stamp(of: compiler).map { SHA256.digest(of: "\($0) \(compiler)".utf8) }
  }
}
