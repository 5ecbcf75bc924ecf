import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Xcode

/// `ambit init`: proposes a `workspace.json`. It opens no configuration: an existing one may be broken.
struct InitCommand: AmbitCommand {
  let options: InitOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let start = world.workingFolder
    let repository = try Failure.wrapping {
      try Repository.open(containing: start, environment: world.environment)
    }
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
    _ = try Failure.wrapping { try WorkspaceConfig.parse(Array(contents.utf8), fileName: file) }
    return contents
  }
}

// MARK: The repository

extension InitCommand {
  private static func proposal(
    _ repository: Repository, folder: String
  ) throws(Failure) -> InitReport {
    let inside = try WorkspaceLocation.folder(folder, in: repository.workingFolder)
    return try Failure.wrapping {
      let whole = try repository.workingTree()
      let tree = SubTree(of: whole, at: inside)
      let found = try tree.files { $0.elementsEqual(PackageFile.manifest.utf8) }.map(\.parent)
      let folders = PackageFolders(found: found)
      let hasProjects = try tree.files(named: XcodeFile.mayBe).contains { XcodeFile($0) == .project }
      guard !folders.folders.isEmpty || hasProjects else {
        throw EmptyWorkspace.noPackages(in: folder, submodules: try AbsentSubmodules.all(in: tree))
      }
      let owners = try CodeOwnersFile.find(in: whole, explicitPath: nil, dialect: .auto)
      return WorkspaceProposal.make(
        name: folder.split(separator: "/").last.map(String.init) ?? "workspace",
        defaultBase: try defaultBase(repository), folders: folders,
        owners: owners.map { CodeOwners.parse($0.bytes, dialect: $0.dialect).file.namedOwners } ?? [],
        ownersFile: owners?.path, files: try tree.files { _ in true })
    }
  }

  /// The base in use without a configuration, by name.
  private static func defaultBase(_ repository: Repository) throws -> String? {
    if let branch = try repository.remoteDefaultBranch() { return branch }
    return ["origin/main", "origin/master", "main", "master"].first { (try? repository.resolve($0)) != nil }
  }
}
