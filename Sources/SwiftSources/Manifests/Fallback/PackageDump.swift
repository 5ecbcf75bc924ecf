import Base

/// Evaluates one manifest by SwiftPM. The call is slow, and its answer is final.
struct PackageDump: Sendable {
  let toolchain: Toolchain
  let environment: [String: String]
  let sandbox: ManifestSandbox
  let scratch: ScratchFolder
  let seconds: Int

  func evaluate(_ source: ManifestSource, named name: String) -> Result<PackageManifest, ManifestProblem> {
    let own = "\(scratch.path)/\(name)"
    guard let folder = folder(for: source, own: own) else {
      return .failure(
        ManifestProblem(
          .needsItsTree, file: source.path,
          message: "it reads files or Git, but \"\(source.absoluteFolder)\" has another version of it"))
    }
    guard LocalFiles.makeFolders(own) else {
      return .failure(
        ManifestProblem(.toolchainFailed, file: source.path, message: "cannot create the folder \"\(own)\""))
    }
    let output: ProcessOutput
    do throws(Failure) {
      output = try sandbox.runSwiftPM(
        command(folder: folder, own: own), writing: own, timeout: .seconds(seconds))
    } catch {
      let code = error.isStop ? .stopped : ManifestProblem.Code(rawValue: error.code) ?? .toolchainFailed
      return .failure(ManifestProblem(code, file: source.path, message: error.message))
    }
    switch output.status {
    case .timedOut:
      return .failure(
        ManifestProblem(.timedOut, file: source.path, message: "it timed out after \(seconds) s"))
    case .exited(0): return decode(output, source)
    case .exited, .signalled: return .failure(problem(in: output, source))
    }
  }

  /// Returns the package's own folder when it contains this text, else a new folder. A manifest that reads files would
  /// see the wrong tree in a new folder, so it gets none. The new folder's parents keep their names: SwiftPM names the
  /// package at `..` by its folder.
  private func folder(for source: ManifestSource, own: String) -> String? {
    if holds(source) { return source.absoluteFolder }
    guard ManifestPurity.of(source.contents) != .world else { return nil }
    let folder = "\(own)/tree\(source.absoluteFolder)"
    guard LocalFiles.makeFolders(folder),
      LocalFiles.write(source.contents, to: "\(folder)/\(PackageFile.manifest)")
    else { return nil }
    return folder
  }

  /// Returns true when SwiftPM would read this text in the package's own folder. Another revision may have a manifest
  /// for a certain compiler there, as `Package@swift-6.1.swift`, and SwiftPM prefers that one.
  private func holds(_ source: ManifestSource) -> Bool {
    let folder = source.absoluteFolder
    guard LocalFiles.read("\(folder)/\(source.fileName)") == source.contents else { return false }
    let name = ManifestSelection.manifestFileName(
      among: LocalFiles.names(in: folder), toolchain: toolchain.version
    ) { LocalFiles.read("\(folder)/\($0)").flatMap(ToolsVersionLine.parse) }
    return name == source.fileName
  }

  /// Returns a call that writes neither to the package's folder nor to SwiftPM's shared caches. It reads no
  /// configuration of mirrors, as the batch does not know mirrors either.
  private func command(folder: String, own: String) -> Command {
    Command(
      executable: toolchain.swift,
      arguments: [
        "package", "--package-path", folder, "--scratch-path", "\(own)/build", "--cache-path",
        "\(own)/cache", "--config-path", "\(own)/config", "--security-path", "\(own)/security",
        "--manifest-cache", "none",
      ] + sandbox.flagsForSwiftPM + ["dump-package"],
      environment: settled(own), workingFolder: own)
  }

  /// In the sandbox, neither the home folder nor shared module caches can be written.
  private func settled(_ own: String) -> [String: String] {
    var all = ManifestEnvironment.settled(environment)
    all["TMPDIR"] = own
    if sandbox.confinesSwiftPM { all["SWIFTPM_MODULECACHE_OVERRIDE"] = "\(own)/modules" }
    return all
  }

  private func decode(
    _ output: ProcessOutput, _ source: ManifestSource
  ) -> Result<PackageManifest, ManifestProblem> {
    do throws(ShapeError) {
      return .success(
        try DumpedManifest.decode(
          output.stdout, folder: source.folder, contents: source.contents))
    } catch {
      return .failure(ManifestProblem(.unreadableAnswer, file: source.path, message: error.message))
    }
  }

  private func problem(in output: ProcessOutput, _ source: ManifestSource) -> ManifestProblem {
    let text = output.stderrText
    let errors = CompilerDiagnostic.errors(in: text)
    if let error = errors.first(where: { $0.file.hasSuffix(".swift") }) {
      return ManifestProblem(
        .invalidManifest, file: source.path, line: error.line, column: error.column,
        message: error.message)
    }
    let message = Self.firstSentence(of: text) ?? "SwiftPM refused it without a message (\(output.status))"
    return ManifestProblem(.invalidManifest, file: source.path, message: message + sandbox.caution)
  }

  /// Returns the first error with a meaning. SwiftPM's own first line quotes the compiler's whole command, and the next
  /// line has the error.
  private static func firstSentence(of text: String) -> String? {
    let lines = text.split(separator: "\n")
    guard let first = lines.firstIndex(where: { $0.hasPrefix("error: ") }) else { return nil }
    let message = lines[first].dropFirst("error: ".count)
    guard message.contains("Invalid manifest (compiled with"), first + 1 < lines.count,
      !lines[first + 1].hasPrefix("error: ")
    else { return String(message) }
    return String(lines[first + 1])
  }
}
