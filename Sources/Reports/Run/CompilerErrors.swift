package import Base
package import Graph
package import Runner

/// Collects the source excerpts that the compiler prints below its errors, while a build prints its output.
///
/// SwiftPM prints an error again for every job that meets it. Each error is kept once.
package struct CompilerErrors: Sendable {
  /// The parts of an error that make two errors the same.
  package struct Key: Sendable, Hashable {
    package let file: String
    package let line: Int?
    package let column: Int?
    package let message: String

    /// Returns nil for an error without a file.
    package init?(_ error: BuildDiagnostic) {
      guard let file = error.file else { return nil }
      self.file = file
      (line, column) = (error.line, error.column)
      message = error.message
    }
  }

  /// The limit for errors. More would bury the first.
  private static let most = 50
  private static let longestExcerpt = 12

  package private(set) var excerpts: [Key: [String]] = [:]
  private let paths: RunPaths
  private var current: Key?
  private var seen: Set<Key> = []
  private var unsaid: [Key] = []
  private var pending: [UInt8] = []

  package init(_ paths: RunPaths) {
    self.paths = paths
  }

  package mutating func append(_ bytes: [UInt8]) {
    pending += bytes
    guard let end = pending.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in pending[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      read(LogText.line(line))
    }
    pending.removeFirst(end + 1)
  }

  /// The errors since the last call.
  package mutating func takeNew() -> [Key] {
    defer { unsaid = [] }
    return unsaid
  }

  private mutating func read(_ line: String) {
    if let error = error(in: line) {
      if seen.count < Self.most, seen.insert(error).inserted { unsaid.append(error) }
      current = excerpts.count < Self.most && excerpts[error] == nil ? error : nil
    } else if let current, Self.isExcerpt(line) {
      let isFull = excerpts[current, default: []].count >= Self.longestExcerpt
      if !isFull { excerpts[current, default: []].append(Self.marked(line)) }
    } else {
      current = nil
    }
  }

  private func error(in line: String) -> Key? {
    guard line.contains("error: ") else { return nil }
    return BuildDiagnostic.errors(in: line).first.flatMap { Key(paths.relative($0)) }
  }

  /// `12 | let x = 1`, or `   |     ^`
  private static func isExcerpt(_ line: String) -> Bool {
    guard let bar = line.firstIndex(of: "|") else { return false }
    return line[..<bar].allSatisfy { $0 == " " || $0.isNumber }
  }

  /// The line without the message, which is printed with the place. A `^` marks the column.
  private static func marked(_ line: String) -> String {
    let mark = line.firstRange(of: "`- error: ") ?? line.firstRange(of: "|- error: ")
    return mark.map { line[..<$0.lowerBound] + "^" } ?? line
  }
}

/// The errors of a run's builds, each once, under the module whose source has the error.
///
/// A package that fails because of another package's error has that error in its report too. The error is shown only at
/// the module that has it.
package struct BuildBlame {
  package struct Group: Equatable {
    /// The module with the error, otherwise the package whose build reported it.
    package let name: String
    package var errors: [BuildDiagnostic]
  }

  package private(set) var groups: [Group] = []
  /// The packages that need a module which does not compile, by the name of its group.
  package private(set) var dependents: [String: [RelativePath]] = [:]
  private var seen: Set<Seen> = []
  private let modules: SourceModules

  private struct Seen: Hashable {
    let error: BuildDiagnostic
    /// nil for an error with a file. Two packages may have an error without a file in the same words, such as a failed
    /// link.
    let package: RelativePath?
  }

  package init(_ report: RunReport, _ modules: SourceModules) {
    self.modules = modules
    for package in report.packages { add(package) }
    // Errors that people can fix at once come before errors that only follow from them.
    let isLocated = { (group: Group) in group.errors.contains { $0.file != nil } }
    groups = groups.filter(isLocated) + groups.filter { !isLocated($0) }
    // The error of a module that is not in the report itself.
    for name in dependents.keys.sorted() where !groups.contains(where: { $0.name == name }) {
      groups.append(Group(name: name, errors: []))
    }
  }

  private mutating func add(_ package: PackageReport) {
    guard package.outcome == .buildFailed else { return }
    for error in package.errors {
      if let needed = error.need(of: package.folder) {
        dependents[needed.description, default: []].append(package.folder)
        continue
      }
      let mark = Seen(error: error, package: error.file == nil ? package.folder : nil)
      guard seen.insert(mark).inserted else { continue }
      let module = error.file.flatMap { modules.module(of: $0) }
      let name = module?.description ?? "//\(package.folder)"
      if let known = groups.firstIndex(where: { $0.name == name }) {
        groups[known].errors.append(error)
      } else {
        groups.append(Group(name: name, errors: [error]))
      }
    }
  }
}

extension BuildDiagnostic {
  /// The module of another package that does not compile, if that is all that is said.
  package func need(of package: RelativePath) -> ModuleID? {
    file == nil ? module.flatMap { $0.package == package ? nil : $0 } : nil
  }
}

/// Maps a source file to its module, to name the module of an error.
package struct SourceModules: Sendable {
  private var modules: [RelativePath: ModuleID] = [:]

  package init(_ folders: some Sequence<(folder: RelativePath, module: ModuleID)>) {
    for (folder, module) in folders { modules[folder] = module }
  }

  package init(_ graph: WorkspaceGraph) {
    self.init(graph.modules.compactMap { node in node.layout.folder.map { ($0, node.id) } })
  }

  /// The module with the innermost folder around the file, which is relative to the workspace.
  package func module(of file: String) -> ModuleID? {
    guard !file.hasPrefix("/") else { return nil }
    return RelativePath(file).withAncestors.reversed().lazy.compactMap { modules[$0] }.first
  }
}

/// The lines of source below a compile error, cut for a terminal. A line that the terminal wraps would move its `^` away
/// from the place of the error.
struct SourceExcerpt {
  private let lines: [String]

  /// `lines` are as the compiler prints them: a number or blanks, a bar, and the source or the mark.
  init(_ lines: [String]) { self.lines = lines }

  /// The lines in at most `width` columns. All are cut at the same places, so that the marked place stays in sight.
  func fitted(to width: Int?) -> [String] {
    guard let width, lines.contains(where: { DisplayWidth.of($0) > width }) else { return lines }
    let parts = lines.map(Self.parts)
    let gutter = parts.map { $0.gutter.count }.max() ?? 0
    let room = max(10, width - gutter)
    let start = max(0, (mark(in: parts) ?? 0) - room / 2)
    return parts.map { $0.gutter + Self.cut($0.source, from: start, to: room) }
  }

  /// The column of the first `^` below the source.
  private func mark(in parts: [(gutter: String, source: [Character])]) -> Int? {
    parts.lazy.compactMap { _, source in
      source.last == "^" && source.dropLast().allSatisfy { " \t|~".contains($0) } ? source.count - 1 : nil
    }.first
  }

  /// ` 12 |` and the source behind it.
  private static func parts(_ line: String) -> (gutter: String, source: [Character]) {
    guard let bar = line.firstIndex(of: "|") else { return ("", Array(line)) }
    return (String(line[...bar]), Array(line[line.index(after: bar)...]))
  }

  /// The part of a line that is `room` columns wide. An ellipsis stands where something is missing.
  private static func cut(_ source: [Character], from start: Int, to room: Int) -> String {
    var rest = source.dropFirst(start)
    var text = ""
    if start > 0, source.contains(where: { $0 != " " }) {
      // A blank line of marks begins with a blank.
      text = rest.popFirst() == " " ? " " : "…"
    }
    var used = DisplayWidth.of(text)
    for (index, character) in zip(rest.indices, rest) {
      let width = DisplayWidth.of(character)
      let isLast = index == rest.indices.last
      guard used + width < room || (isLast && used + width <= room) else { return text + "…" }
      text.append(character)
      used += width
    }
    return text
  }
}

/// The folder of a run, to show files relative to the workspace.
package struct RunPaths: Sendable, Hashable {
  /// The absolute path of the workspace, with a slash at its end.
  private let prefix: String

  package init(root: String) {
    prefix = root.hasSuffix("/") ? root : root + "/"
  }

  /// The path relative to the workspace. A file outside the workspace keeps its absolute path.
  package func relative(_ file: String) -> String {
    file.utf8.starts(with: prefix.utf8) ? String(file.utf8.dropFirst(prefix.utf8.count)) ?? file : file
  }

  package func relative(_ error: BuildDiagnostic) -> BuildDiagnostic {
    var error = error
    error.file = error.file.map(relative)
    return error
  }

  package func relative(_ package: PackageReport) -> PackageReport {
    var package = package
    package.errors = package.errors.map(relative)
    return package
  }

  package func relative(_ module: ModuleReport) -> ModuleReport {
    var module = module
    module.failures = module.failures.map(relative)
    for index in module.quarantined.indices {
      module.quarantined[index].failures = module.quarantined[index].failures.map(relative)
    }
    return module
  }

  /// Keeps only the frames of a crash within the workspace. The innermost of them is the place of the failure.
  private func relative(_ failure: CaseFailure) -> CaseFailure {
    var failure = failure
    failure.frames = failure.frames.compactMap(own)
    failure.file = failure.file.map(relative)
    if failure.file == nil, let place = failure.frames.first {
      (failure.file, failure.line) = (place.file, place.line)
    }
    return failure
  }

  /// Returns nil for a frame outside the workspace, or in a folder that only builds write to.
  private func own(_ frame: CallFrame) -> CallFrame? {
    let file = relative(frame.file)
    guard !file.hasPrefix("/"), !"/\(file)".contains("/.build/") else { return nil }
    return CallFrame(function: frame.function, file: file, line: frame.line)
  }

  package func relative(_ report: RunReport) -> RunReport {
    var report = report
    report.packages = report.packages.map(relative)
    report.modules = report.modules.map(relative)
    return report
  }
}
