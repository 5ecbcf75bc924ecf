import Arguments
import Base
import GitBridge
import Reports
import Session

/// `ambit ci check`: compares CI files with what Ambit needs.
struct CICommand: AmbitCommand {
  let files: [Argument]

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    var read: [CIFile] = []
    for file in files.isEmpty ? try Self.usualFiles(world) : files {
      guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
        throw Failure(
          code: "unreadable-file", message: "cannot read \"\(file)\"",
          hints: ["name a CI file, such as .github/workflows/ci.yml"])
      }
      read.append(CIFile(path: file.description, text: String(decoding: bytes, as: UTF8.self)))
    }
    let check = CICheck(read)
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
    let root = try Repository.open(containing: world.workingFolder, environment: world.environment)
      .workingFolder
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

extension CICommand {
  static let spec = CommandSpec(
    "ci", .automation, "Check how CI files call Ambit",
    discussion: [
      "'check' lists calls that Ambit would refuse, such as calls with a removed flag. It also lists "
        + "clones without the base commit, which select everything, and jobs without a cache.",
      "CI variables, such as $BASE, count as valid. Give files that include one another in one call.",
      "Exits with 1 when Ambit would refuse a call.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("check", "List the mistakes in CI files")], required: true,
        "The action"),
      PositionalSpec(
        "FILE", .file, repeated: true, "A CI file or a script; default: the repository's CI files"),
    ],
    examples: [
      Example("ambit ci check", "GitHub workflows, .gitlab-ci.yml and others"),
      Example("ambit ci check .gitlab-ci.yml .gitlab/*.yml", "a file with its includes"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    files = Array(arguments.positionals.dropFirst())
  }

  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }
}

/// Compares CI files with what Ambit needs: calls that it takes, a clone with the base, and a cache that stays.
struct CICheck {
  struct Finding: Hashable {
    enum Rule: String { case call, clone, cache }

    let rule: Rule
    let path: String
    let line: Int
    let message: String
    let hints: [String]

    /// True for a call that cannot work. The others only do more than they need.
    var isError: Bool { rule == .call }
  }

  let findings: [Finding]
  let files: Int
  let calls: Int

  init(_ files: [CIFile]) {
    self.files = files.count
    calls = files.reduce(0) { $0 + $1.calls.count }
    let found = files.flatMap { file in
      (Self.refused(file) + Self.clones(file, among: files)).sorted { $0.line < $1.line }
    }
    findings = found + Self.caches(files)
  }

  private static func refused(_ file: CIFile) -> [Finding] {
    file.calls.compactMap { call in
      call.error.map {
        Finding(rule: .call, path: file.path, line: call.line, message: $0.message, hints: $0.hints)
      }
    }
  }
}

// MARK: Clones

extension CICheck {
  private static func clones(_ file: CIFile, among files: [CIFile]) -> [Finding] {
    guard file.isOfGitLab else { return file.jobs.flatMap { checkouts(file, $0) } }
    guard let call = file.calls.first(where: \.compares),
      !files.contains(where: { $0.contains("GIT_DEPTH") || $0.contains("git fetch") })
    else { return [] }
    return [
      Finding(
        rule: .clone, path: file.path, line: call.line,
        message: "GitLab clones only the last commits: without the base, everything is selected",
        hints: ["add under `variables`: GIT_DEPTH: \"0\""])
    ]
  }

  private static func checkouts(_ file: CIFile, _ job: Range<Int>) -> [Finding] {
    guard file.calls(in: job).contains(where: \.compares) else { return [] }
    func finding(_ checkout: CIFile.Checkout, _ message: String, _ hint: String) -> Finding {
      Finding(rule: .clone, path: file.path, line: checkout.line, message: message, hints: [hint])
    }
    // A clone of another repository says nothing of the change.
    let checkouts = file.checkouts(in: job).filter { $0.value(of: "repository") == nil }
    return checkouts.flatMap { checkout in
      var found: [Finding] = []
      if ["1", nil].contains(checkout.value(of: "fetch-depth")), !file.contains("git fetch", in: job) {
        found.append(
          finding(
            checkout, "the clone has only one commit: without the base, everything is selected",
            "add under `with`: fetch-depth: 0"))
      }
      if let filter = checkout.value(of: "filter") {
        found.append(
          finding(
            checkout, "a clone with the filter \(filter) lacks files of the base, so more is selected",
            "remove `filter` from this step"))
      }
      return found
    }
  }
}

// MARK: Caches

extension CICheck {
  private static let words = ["AMBIT_CACHE_URL", ".cache/ambit", "XDG_CACHE_HOME"]

  private static func caches(_ files: [CIFile]) -> [Finding] {
    guard !files.contains(where: { words.contains(where: $0.contains) }) else { return [] }
    for file in files {
      guard let call = file.calls.first(where: \.usesCache) else { continue }
      return [
        Finding(
          rule: .cache, path: file.path, line: call.line,
          message: "no step keeps Ambit's cache, so each job starts from scratch",
          hints: ["keep ~/.cache/ambit between jobs, or set AMBIT_CACHE_URL: docs/ci/README.md"])
      ]
    }
    return []
  }
}

// MARK: Answers

extension CICheck {
  var lines: [StyledText] {
    let read = "\(Wording.count(calls, "call")) of Ambit in \(Wording.count(files, "file"))"
    guard !findings.isEmpty else { return ["\(read): nothing to change"] }
    return findings.flatMap(Self.lines)
      + ["", "\(read): \(Wording.count(findings.count, "finding"))"]
  }

  private static func lines(of finding: Finding) -> [StyledText] {
    let level = finding.isError ? StyledText("error: ", .bad) : StyledText("warning: ", .warning)
    let first: StyledText = "\(finding.path, .path):\(finding.line): \(level)\(finding.message)"
    return [first] + finding.hints.map { "\("hint: ", .dim)\($0)" }
  }

  var json: String {
    let found: [JSON] = findings.map { finding in
      [
        "rule": finding.rule.rawValue, "level": finding.isError ? "error" : "warning", "path": finding.path,
        "line": finding.line, "message": finding.message, "hints": finding.hints,
      ]
    }
    return JSON.report(["files": files, "calls": calls, "findings": found])
  }
}
