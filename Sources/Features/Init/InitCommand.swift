import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Xcode

/// `ambit init`: proposes a `workspace.json`. It opens no configuration: an existing one may be broken.
struct InitCommand: CommandWithOptions {
  let options: InitOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let start = world.workingFolder
    let repository = try Repository.open(containing: start, environment: world.environment)
    let file = try Self.file(world, global, repository, start)
    if options.onlySchema {
      let schema = try Self.writeSchema(beside: file)
      console.answer(
        json: InitJSON.text(schema: schema), text: ["\("Wrote ", .good)\(schema, .path)"])
      return .success
    }
    if LocalFiles.exists(file), !options.force, !options.toOutput {
      throw Failure(
        code: "configuration-exists", message: "the file \"\(file)\" exists already",
        hints: ["`ambit init --stdout` prints the proposal, `--force` replaces the file"])
    }
    var report = try Self.proposal(repository, folder: LocalFiles.folder(of: file))
    let survey = try InitSurvey.of(world, global, isConfigured: LocalFiles.exists(file))
    (report.app, report.appleModules) = (survey.app, survey.hosts)
    (report.past, report.doubtful) = (survey.past, survey.doubtful)
    let contents = try Self.checked(report, file, schema: options.toOutput ? nil : WorkspaceSchema.path)
    if options.toOutput {
      let json = InitJSON.text(report, file: file, contents: contents, written: false)
      console.answer(global.json ? json : contents)
      for line in global.json ? [] : InitText.found(report, width: console.errors.width) {
        console.note(line)
      }
      return .success
    }
    _ = try Self.writeSchema(beside: file)
    guard LocalFiles.write(Array(contents.utf8), to: file, permissions: 0o644) else {
      throw Self.unwritable(file)
    }
    console.answer(
      json: InitJSON.text(report, file: file, contents: contents, written: true),
      text: InitText.lines(report, written: file, width: console.output.width))
    return .success
  }

  /// The file to write: the one in use, otherwise one in the repository's root.
  private static func file(
    _ world: World, _ global: GlobalOptions, _ repository: Repository, _ start: String
  ) throws(Failure) -> String {
    if let named = global.workspaceFile {
      let file = world.absoluteText(named.bytes)
      guard let folder = LocalFiles.resolved(LocalFiles.folder(of: file)) else {
        throw Failure(
          code: "no-such-folder", message: "there is no folder for \(named.quoted)",
          hints: ["--workspace takes the path of a file in an existing folder"])
      }
      return folder + "/" + (file.split(separator: "/").last.map(String.init) ?? "")
    }
    let location = try WorkspaceLocation.find(
      repositoryRoot: repository.workingFolder, from: start, explicitFile: nil)
    return location.root + "/" + WorkspaceLocation.configurationName
  }

  /// Returns the path of the schema.
  private static func writeSchema(beside file: String) throws(Failure) -> String {
    let schema = "\(LocalFiles.folder(of: file))/\(WorkspaceSchema.path)"
    guard LocalFiles.makeFolders(LocalFiles.folder(of: schema), mode: 0o755),
      LocalFiles.write(WorkspaceSchema.bytes, to: schema, permissions: 0o644)
    else { throw unwritable(schema) }
    return schema
  }

  private static func unwritable(_ file: String) -> Failure {
    Failure(
      code: "configuration-unwritable", message: "cannot write \"\(file)\"",
      hints: ["check the folder's permissions, or print the file with --stdout"])
  }

  /// Checks that Ambit itself can read the proposal: an unreadable one would be worse than none.
  private static func checked(
    _ report: InitReport, _ file: String, schema: String?
  ) throws(Failure) -> String {
    let contents = WorkspaceFileText.text(report, schema: schema)
    _ = try WorkspaceConfig.parse(Array(contents.utf8), fileName: file)
    return contents
  }
}

// MARK: The repository

extension InitCommand {
  private static func proposal(_ repository: Repository, folder: String) throws(Failure) -> InitReport {
    let inside = try WorkspaceLocation.folder(folder, in: repository.workingFolder)
    let whole = try repository.workingTree()
    let tree = SubTree(of: whole, at: inside)
    let found = try tree.files { $0.elementsEqual(PackageFile.manifest.utf8) }.map(\.parent)
    let folders = PackageFolders(found: found)
    let hasProjects = try tree.files(named: XcodeFile.mayBe).contains { XcodeFile($0) == .project }
    guard !folders.folders.isEmpty || hasProjects else {
      throw EmptyWorkspace.noPackages(in: folder, submodules: try AbsentSubmodules.all(in: tree))
    }
    let owners = try CodeOwnersFile.find(in: whole, explicitPath: nil, dialect: .auto)
    let named = owners.map { CodeOwners.parse($0.bytes, dialect: $0.dialect).file.namedOwners } ?? []
    return InitReport(
      name: folder.split(separator: "/").last.map(String.init) ?? "workspace",
      defaultBase: try defaultBase(repository), packageCount: folders.folders.count,
      patterns: folders.patterns, teams: WorkspaceProposal.teams(named), ownersFile: owners?.path,
      tags: WorkspaceProposal.tags(folders), ignored: WorkspaceProposal.ignored(try tree.files { _ in true }))
  }

  /// The base in use without a configuration, by name.
  private static func defaultBase(_ repository: Repository) throws(Failure) -> String? {
    if let branch = try repository.remoteDefaultBranch() { return branch }
    return ["origin/main", "origin/master", "main", "master"].first { (try? repository.resolve($0)) != nil }
  }
}

struct InitOptions: CommandOptions {
  /// True to replace a file that exists.
  var force = false
  /// True to print the file instead of writing it.
  var toOutput = false
  /// True to write only the schema for editors.
  var onlySchema = false

  init() {}

  init(_ arguments: ParsedArguments) {
    force = arguments.has(.force)
    toOutput = arguments.has(.stdout)
    onlySchema = arguments.has(.schema)
  }
}

extension FlagSpec {
  static let force = toggle("force", conflicts: ["stdout"], "Replace an existing workspace.json")
  static let stdout = toggle("stdout", conflicts: ["force"], "Print the file instead of writing it")
  static let schema = toggle(
    "schema", conflicts: ["force", "stdout"],
    "Only write the schema of workspace.json for editors, after an update of Ambit")
}

extension InitCommand {
  static let spec = CommandSpec(
    "init", .everyday, "Write a workspace.json for this repository",
    discussion: [
      "The file has a name, a base, package folders, teams from CODEOWNERS and tags from folders, with "
        + "comments. It does not change the selection, except for modules that only macOS builds.",
      "Modules that import Apple frameworks unconditionally get \"hosts\", so that Linux skips them.",
      "For Xcode projects, Ambit lists schemes with tests, and schemes that CI calls. It also prints "
        + "lines for a shell, make or fastlane that run only affected tests.",
      "Ambit prints the share of tests that the last 50 commits would have run, as far as 10 seconds allow.",
      "Editors use .ambit/workspace.schema.json to complete and check the file. Commit both files.",
      "The file is optional: without it, Ambit finds every package and uses defaults.",
    ],
    flags: [.force, .stdout, .schema],
    examples: [
      Example("ambit init", "in the root of the repository"),
      Example("ambit init --stdout", "preview the file"),
    ]
  )

  var concernsBuilds: Bool { false }
}

/// The proposal of `ambit init`, from the repository's files.
enum WorkspaceProposal {
  /// A folder of these names may hold packages of any kind, so its name means no layer.
  private static let plainNames: Set<String> = [
    "packages", "modules", "sources", "src", "swift", "swiftpackages", "localpackages", "spm",
  ]

  /// Settings of CI services and of other build systems. A pattern does not hide files of a target.
  private static let others = [
    ".gitlab/**", ".buildkite/**", "azure-pipelines.yml", "bitrise.yml", "codemagic.yml", "Jenkinsfile",
    "fastlane/**", "Dangerfile*", "cmake/**",
  ]

  static func ignored(_ files: [RelativePath]) -> [String] {
    others.filter { text in
      let pattern = PathPattern(stringLiteral: text)
      return files.contains { pattern.matches($0.components) }
    }
  }

  /// A team for each name of CODEOWNERS. Mail addresses and roles are left as they are, since nobody knows their team.
  static func teams(_ owners: [Owner]) -> [InitReport.Team] {
    var handles: Set<String> = []
    let names = owners.filter { $0.kind == .name && handles.insert($0.text.lowercased()).inserted }
    let short = names.map { id(of: $0.text, whole: false) }
    return zip(names, short).map { owner, id in
      let isUnique = short.count { $0 == id } == 1
      return InitReport.Team(id: isUnique ? id : Self.id(of: owner.text, whole: true), handle: owner.text)
    }
  }

  /// `payments` for `@shop/payments`, or `shop-payments` when there is another `payments`.
  private static func id(of handle: String, whole: Bool) -> String {
    let parts = handle.drop { $0 == "@" }.lowercased().split(separator: "/")
    return whole ? parts.joined(separator: "-") : parts.last.map(String.init) ?? handle
  }

  /// A layer for each folder of packages, when there are several such folders.
  static func tags(_ folders: PackageFolders) -> [InitReport.Tag] {
    guard folders.patterns != nil else { return [] }
    let named = folders.parents.filter { parent in
      !plainNames.contains(Text.escapingInvalidUTF8(parent.lastComponent).lowercased())
    }
    guard named.count > 1 else { return [] }
    return named.map { parent in
      let layer = Text.escapingInvalidUTF8(parent.lastComponent).lowercased()
      return InitReport.Tag(match: "//\(parent)/*", tag: "layer:\(layer)")
    }
  }
}

/// The package folders of a workspace, summarised in patterns.
struct PackageFolders {
  /// The folders that count without a configuration, sorted.
  let folders: [RelativePath]

  init(found: [RelativePath]) {
    folders = PackageSelection(from: found, config: .default).folders
  }

  /// `Apps/*`, `Packages/*`; nil when no patterns match exactly the existing packages.
  var patterns: [String]? {
    let patterns = Set(folders.compactMap(pattern)).sorted()
    guard patterns.allSatisfy(Self.isPlain) else { return nil }
    var config = WorkspaceConfig.default
    config.packages = patterns.map { Glob($0 == "." ? "" : $0) }
    return PackageSelection(from: folders, config: config).folders == folders ? patterns : nil
  }

  /// The folders with packages side by side. Teams and layers often follow these folders.
  var parents: [RelativePath] {
    Set(folders.filter { !$0.isRoot && !isNested($0) }.map(\.parent)).filter { !$0.isRoot }.sorted()
  }

  private func pattern(for folder: RelativePath) -> String? {
    if folder.isRoot { return "." }
    // Fixtures are packages within packages. A pattern for their parent could match more.
    if folder.parent.isRoot || isNested(folder) { return folder.description }
    return folder.parent.description + "/*"
  }

  /// True when the folder is inside another package, except the root's.
  private func isNested(_ folder: RelativePath) -> Bool {
    var above = folder.parent
    while !above.isRoot {
      if folders.binarySearch(above, by: { $0 }) != nil { return true }
      above = above.parent
    }
    return false
  }

  /// True when no character has a special meaning, except a star at the end.
  private static func isPlain(_ pattern: String) -> Bool {
    let body = pattern.hasSuffix("/*") ? pattern.dropLast(2) : pattern[...]
    return !body.contains { "*?[]{}\\!".contains($0) } && Glob.problem(in: pattern) == nil
  }
}
