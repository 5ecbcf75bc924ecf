package import Base

/// The commits of the workspace, oldest first. First each team adds a layer, then small edits follow on main and on a
/// branch.
struct ExampleHistory {
  struct Commit {
    var branch: String
    var author: String
    var message: String
    var files: [ExampleFile]
  }

  private(set) var commits: [Commit] = []
  private var tip: [String: ExampleFile] = [:]

  init(files: [ExampleFile]) {
    let edited = Set(ExampleEdit.onMain.map(\.path) + [ExampleEdit.onBranch.path])
    for file in files where edited.contains(file.path) { tip[file.path] = file }
    addLayers(files)
    for edit in ExampleEdit.onMain {
      if let file = tip[edit.path] {
        commits.append(Commit(branch: "main", author: edit.author, message: edit.message, files: [file]))
      }
    }
    let edit = ExampleEdit.onBranch
    if let file = tip[edit.path] {
      commits.append(
        Commit(
          branch: "feature/checkout", author: edit.author, message: edit.message, files: [edit.after(file)]))
    }
  }

  private mutating func addLayers(_ files: [ExampleFile]) {
    let before = Dictionary(uniqueKeysWithValues: ExampleEdit.onMain.map { ($0.path, $0) })
    var layers: [String: [ExampleFile]] = [:]
    for file in files {
      let folder = String(file.path.prefix { $0 != "/" })
      let layer = ExamplePackage.Layer(rawValue: folder) == nil ? "" : folder
      layers[layer, default: []].append(before[file.path]?.before(file) ?? file)
    }
    let steps = [
      ("", "Robin", "Set up the workspace"), ("Vendor", "Robin", "Add copies of open-source packages"),
      ("Packages", "Kim", "Add the core packages"), ("Contracts", "Sam", "Add the contracts"),
      ("Features", "Alex", "Add the features"), ("Apps", "Noor", "Add the apps"),
    ]
    for (layer, author, message) in steps {
      commits.append(Commit(branch: "main", author: author, message: message, files: layers[layer] ?? []))
    }
  }
}

/// A small change of one file, given by its new text. An edit on main is already in the plan's files: the earlier
/// commits contain the file without it.
struct ExampleEdit {
  var path: String
  var author: String
  var message: String
  var old: String
  var new: String

  func before(_ file: ExampleFile) -> ExampleFile {
    replacing(new, with: old, in: file)
  }

  func after(_ file: ExampleFile) -> ExampleFile {
    replacing(old, with: new, in: file)
  }

  private func replacing(_ text: String, with other: String, in file: ExampleFile) -> ExampleFile {
    var changed = file
    changed.contents = file.contents.replacing(text, with: other)
    return changed
  }
}

extension ExampleEdit {
  /// The edits, oldest first. They change a manifest, a source under nearly everything, a document, and a source that
  /// few modules need.
  static let onMain = [
    ExampleEdit(
      path: "Packages/CoreStorage/Package.swift", author: "Kim", message: "Check storage more strictly",
      old: "resources: [.process(\"Resources\")]",
      new: """
        resources: [.process("Resources")],
              swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        """),
    ExampleEdit(
      path: "Packages/Core/Sources/Core/Core.swift", author: "Kim", message: "Say depth in the summary",
      old: "Core at \\(depth)", new: "Core, depth \\(depth)"),
    ExampleEdit(
      path: RootFiles.architecturePath, author: "Robin", message: "Explain how features reach each other",
      old: "", new: RootFiles.architectureEnding),
    ExampleEdit(
      path: "Features/ProfileFeature/Sources/ProfileFeature/ProfileFeature.swift", author: "Alex",
      message: "Say depth in the profile's summary",
      old: "ProfileFeature at \\(depth)", new: "ProfileFeature, depth \\(depth)"),
  ]

  static let onBranch = ExampleEdit(
    path: "Features/CheckoutFeature/Sources/CheckoutFeature/CheckoutFeature.swift", author: "Alex",
    message: "Greet at checkout", old: "\"CheckoutFeature, depth", new: "\"CheckoutFeature, welcome, depth")
}

/// Writes commits as a stream for `git fast-import`, so that one process makes the whole history.
struct FastImport {
  private(set) var bytes: [UInt8] = []
  private var marks = 0
  private var tips: [String: Int] = [:]

  /// Monday, 6 January 2025, nine o'clock. Each further commit is an hour later.
  private static let start = 1_736_154_000

  mutating func append(_ commit: ExampleHistory.Commit) {
    marks += 1
    let person = "\(commit.author) <\(commit.author.lowercased())@shop.example>"
    let date = "\(Self.start + (marks - 1) * 3_600) +0000"
    line("commit refs/heads/\(commit.branch)")
    line("mark :\(marks)")
    line("author \(person) \(date)")
    line("committer \(person) \(date)")
    data(commit.message + "\n")
    // A branch begins at the tip of main.
    if tips[commit.branch] == nil, let main = tips["main"] { line("from :\(main)") }
    tips[commit.branch] = marks
    for file in commit.files {
      line("M \(file.executable ? "100755" : "100644") inline \(file.path)")
      data(file.contents)
    }
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func data(_ text: String) {
    line("data \(text.utf8.count)")
    line(text)
  }
}

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
