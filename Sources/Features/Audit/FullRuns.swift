import Arguments
import Base
import GitBridge
import Reports
import Session

/// Full test runs from JUnit files, each with the commit that it tested.
struct FullRuns {
  struct Run {
    let commit: CommitID
    private(set) var files: [String] = []
    private(set) var cases = 0
    /// Each failed case once, in the order of the files.
    private(set) var failures: [JUnitFile.Case] = []

    fileprivate mutating func add(_ file: JUnitFile, named name: String) {
      files.append(name)
      cases += file.cases
      let known = Set(failures)
      var added: Set<JUnitFile.Case> = []
      failures += file.failures.filter { !known.contains($0) && added.insert($0).inserted }
    }
  }

  /// Runs, in the order in which their commits are named first.
  private(set) var runs: [Run] = []
  private(set) var warnings: [Warning] = []

  init(_ arguments: [Argument], in repository: Repository, _ world: World) throws(Failure) {
    var places: [CommitID: Int] = [:]
    var read: Set<[UInt8]> = []
    for argument in arguments where read.insert(argument.bytes).inserted {
      let (revision, path) = Self.split(argument, world)
      guard let bytes = LocalFiles.read(world.absoluteText(path.bytes)) else {
        throw Self.failure("cannot read the JUnit file \(path.quoted)", ["name it as 'FILE' or 'REV=FILE'"])
      }
      let commit = try Self.commit(revision, path, repository)
      let file = try JUnitFile(bytes, name: "\(path)")
      if file.cases == 0, file.failures.isEmpty {
        warnings.append(Warning(code: "empty-junit", message: "\(path.quoted) has no test case"))
      }
      let place = places[commit] ?? runs.count
      if place == runs.count {
        places[commit] = place
        runs.append(Run(commit: commit))
      }
      runs[place].add(file, named: "\(path)")
    }
  }

  /// An argument that is the path of a file is taken as that, even if it contains `=`.
  private static func split(_ argument: Argument, _ world: World) -> (revision: String?, path: Argument) {
    guard let equals = argument.bytes.firstIndex(of: UInt8(ascii: "=")),
      !LocalFiles.exists(world.absoluteText(argument.bytes))
    else { return (nil, argument) }
    return (
      String(decoding: argument.bytes[..<equals], as: UTF8.self), Argument(argument.bytes[(equals + 1)...])
    )
  }

  private static func commit(
    _ revision: String?, _ path: Argument, _ repository: Repository
  ) throws(Failure) -> CommitID {
    if let revision { return try repository.resolve(revision) }
    for component in path.bytes.split(separator: UInt8(ascii: "/")).reversed() {
      let found = Set(
        ids(in: component).compactMap { id -> CommitID? in
          // A branch or a tag may look like an id.
          (try? repository.resolve(id)).flatMap { $0.description.hasPrefix(id) ? $0 : nil }
        })
      guard found.count < 2 else {
        throw failure("the name of \(path.quoted) has two commit ids", hints(path))
      }
      if let commit = found.first { return commit }
    }
    throw failure(
      "no name in the path \(path.quoted) is the id of a commit in this clone",
      hints(path) + ["in a shallow clone, fetch all commits: `git fetch --unshallow`"])
  }

  private static func hints(_ path: Argument) -> [String] { ["name the tested commit: 'REV=\(path)'"] }

  /// Returns words of 7 to 40 hexadecimal digits, in lower case.
  static func ids(in name: some Sequence<UInt8>) -> [String] {
    let words = String(decoding: Array(name), as: UTF8.self).lowercased().split {
      !$0.isLetter && !$0.isNumber
    }
    return words.map(String.init).filter { word in
      (7...40).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
  }

  private static func failure(_ message: String, _ hints: [String]) -> Failure {
    Failure(code: JUnitFile.unusable, message: message, hints: hints)
  }
}
