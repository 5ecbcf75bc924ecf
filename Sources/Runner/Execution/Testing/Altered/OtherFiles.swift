package import Base

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
