package import Base
import Graph

/// A copy of a workspace in which some files read as something else. Processes see it at the workspace's path, with build
/// outputs and all that Git ignores as they are.
final class AlteredTree: Sendable {
  private let files: OtherFiles
  private let folder: String
  /// The folders and large files to show as they are.
  private let shown: [String]

  /// Makes the copy in `folder`. Build outputs lie in `outputs`. Returns nil when the copy cannot be written.
  init?(of files: OtherFiles, altering altered: Set<RelativePath>, in folder: String, outputs: String) {
    LocalFiles.removeTree(folder)
    var copy = TreeCopy(
      root: files.root, target: folder, altered: altered, known: files.folders, shown: [outputs])
    guard copy.write(.root) else {
      LocalFiles.removeTree(folder)
      return nil
    }
    self.files = files
    self.folder = folder
    shown = copy.shown
  }

  deinit {
    LocalFiles.removeTree(folder)
    LocalFiles.removeEmptyFolder(LocalFiles.folder(of: folder))
  }

  /// Returns the command that sees this copy.
  func command(_ command: Command) -> Command {
    var inside = command
    inside.executable = files.bubblewrap
    inside.arguments = ["--dev-bind", "/", "/", "--bind", folder, files.root]
    for place in shown { inside.arguments += ["--bind", place, place] }
    if let folder = command.workingFolder { inside.arguments += ["--chdir", folder] }
    inside.arguments += ["--die-with-parent", "--", command.executable] + command.arguments
    return inside
  }
}

private struct TreeCopy {
  /// The content of altered files.
  private static let text = Array("Ambit changed this file: it is no input of the test module.\n".utf8)
  /// Larger files are shown instead of copied.
  private static let largestCopy = 1 << 20

  let root: String
  let target: String
  let altered: Set<RelativePath>
  /// The folders of files that Git does not ignore.
  let known: Set<RelativePath>
  var shown: [String]

  /// Copies a folder. Returns false when that fails.
  mutating func write(_ folder: RelativePath) -> Bool {
    let (source, copy) = (folder.isRoot ? (root, target) : ("\(root)/\(folder)", "\(target)/\(folder)"))
    guard LocalFiles.makeFolders(copy, mode: 0o755) else { return false }
    return LocalFiles.entries(in: source).allSatisfy { entry in
      let path = folder.appending(entry.name)
      let (from, to) = ("\(source)/\(entry.name)", "\(copy)/\(entry.name)")
      if shown.contains(from) { return LocalFiles.makeFolders(to, mode: 0o755) }
      if entry.isLink { return Self.copyLink(from, to) }
      if !entry.isFolder { return writeFile(from, to, isAltered: altered.contains(path)) }
      if known.contains(path) { return write(path) }
      shown.append(from)
      return LocalFiles.makeFolders(to, mode: 0o755)
    }
  }

  private mutating func writeFile(_ from: String, _ to: String, isAltered: Bool) -> Bool {
    // A test cannot read a file that this process cannot read. Pipes and sockets are left out.
    guard let facts = FileFacts(of: from), facts.kind == .file, let start = LocalFiles.beginning(of: from, 1)
    else {
      return true
    }
    var bytes = start
    if isAltered {
      bytes = Self.text
    } else if facts.size > Self.largestCopy {
      shown.append(from)
    } else {
      bytes = LocalFiles.read(from) ?? []
    }
    return LocalFiles.write(bytes, to: to, permissions: UInt32(facts.permissions))
  }

  private static func copyLink(_ from: String, _ to: String) -> Bool {
    guard let target = ByteFiles.linkTarget(at: Array(from.utf8)) else { return false }
    return LocalFiles.linkSymbolically(to, to: String(decoding: target, as: UTF8.self))
  }
}

/// Runs a module that passed once more where files that are no input of it read as something else.
struct AlteredRun {
  let item: TestPhase.Item
  let test: BuiltTest
  let files: OtherFiles
  /// The report of the run with all files as they are.
  let expected: ModuleReport
  let commands: SwiftCommands
  let control: RunControl
  let compiled: CompiledProducts

  func outcome() throws(Failure) -> AlteredOutcome {
    try AlteredOutcome(of: files.others, isSame: isSame)
  }

  /// Returns true when the same cases pass. nil when the files could not be altered.
  private func isSame(altering altered: ArraySlice<RelativePath>) throws(Failure) -> Bool? {
    guard
      let tree = AlteredTree(
        of: files, altering: Set(altered), in: "\(test.scratchFolder).altered/\(test.id.name)",
        outputs: LocalFiles.folder(of: test.scratchFolder))
    else { return nil }
    let place = AlteredPlace(here: HerePlace(supervisor: control.supervisor, isObserved: false), tree: tree)
    let silent = RunControl(
      supervisor: control.supervisor, halt: control.halt, observer: NoObserver(), confirmed: control.confirmed
    )
    let runner = ModuleRunner(
      tested: item.module, listing: item.listing, commands: commands, place: place, retries: 0,
      control: silent,
      compiled: compiled)
    let report = try runner.run().report
    let aside = Set((report.quarantined + expected.quarantined).map(\.name))
    func outcomes(_ report: ModuleReport) -> [String] {
      report.caseReports.filter { !aside.contains($0.name) }.map { "\($0.outcome.rawValue) \($0.name)" }
    }
    return report.outcome == expected.outcome && outcomes(report) == outcomes(expected)
  }
}

/// This machine, with another tree at the workspace's path.
private struct AlteredPlace: TestPlace {
  let here: HerePlace
  let tree: AlteredTree

  func run(
    _ command: Command, events: String?, timeout: Duration?, _ receive: (ProcessStream, [UInt8]) -> Void
  ) throws(Failure) -> TestProcessEnd {
    try here.run(tree.command(command), events: events, timeout: timeout, receive)
  }
}

/// The files of a workspace that are no input of a test module. An audit runs the module again where they read as something
/// else: its outcome must stay the same.
package struct OtherFiles: Sendable {
  /// The path of bubblewrap, which shows a process another folder at the workspace's path.
  let bubblewrap: String
  /// The workspace's absolute path.
  let root: String
  /// The folders of all files that Git does not ignore.
  let folders: Set<RelativePath>
  /// The files among these that are no input, sorted.
  let others: [RelativePath]

  package init(bubblewrap: String, root: String, all: Set<RelativePath>, others: [RelativePath]) {
    self.bubblewrap = bubblewrap
    self.root = root
    folders = Set(all.flatMap(\.parent.withAncestors))
    self.others = others.sorted()
  }
}

/// The result of a run where other files read as something else.
package enum AlteredOutcome: Sendable, Equatable {
  case same
  /// The outcome differs when these files read as something else, and does not when they are as they are.
  case reads([RelativePath])
  /// The outcome differs though all files are as they are, so nothing follows.
  case unsteady
  /// The files could not be altered.
  case unaltered
}

extension AlteredOutcome {
  /// Looks for few files that matter. `isSame` runs the tests where some files are altered; it returns nil when they cannot be
  /// altered.
  init<Trouble>(
    of files: [RelativePath], isSame: (ArraySlice<RelativePath>) throws(Trouble) -> Bool?
  ) throws(Trouble) {
    switch try isSame(files[...]) {
    case nil: self = .unaltered
    case true?: self = .same
    case false?:
      guard try isSame([]) == true else {
        self = .unsteady
        return
      }
      var suspects = files[...]
      while suspects.count > 1 {
        let middle = suspects.startIndex + suspects.count / 2
        let halves = (suspects[..<middle], suspects[middle...])
        if try isSame(halves.0) == false {
          suspects = halves.0
        } else if try isSame(halves.1) == false {
          suspects = halves.1
        } else {
          // Files of both halves matter together.
          break
        }
      }
      // A flaky test may fail at any time.
      guard try isSame(suspects) == false else {
        self = .unsteady
        return
      }
      self = try isSame([]) == true ? .reads(Array(suspects)) : .unsteady
    }
  }
}

extension AlteredOutcome {
  package static func words(for files: [RelativePath]) -> String {
    let name = files.first.map { "\"\($0)\"" } ?? "nothing"
    return files.count > 1
      ? "fails when \(name) and \(files.count - 1) more change, but they are not its inputs"
      : "fails when \(name) changes, but the file is not its input"
  }

  /// Returns the report of a module that passed, as failed when its tests turned out to read other files.
  package func judged(_ report: ModuleReport) -> ModuleReport {
    guard case .reads(let files) = self else { return report }
    var judged = report
    judged.outcome = .failed
    judged.failures.append(
      CaseFailure(
        testCase: ModuleNames.compiled(report.id.name), message: "audit: it \(Self.words(for: files))"))
    return judged
  }
}
