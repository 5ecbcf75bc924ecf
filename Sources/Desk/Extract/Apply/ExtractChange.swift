import Edge
import Extraction
import Platform
import Reports
import Scaffold
import Support
import Workspaces

/// All that an extraction writes. Paths are seen from the repository's root.
struct ExtractChange {
  private let folder: RelativePath
  private let files: [ScaffoldFile]
  private let moves: [ExtractReport.Move]
  /// Of files that moved, with the new path.
  private let sources: [FileEdit]
  private let manifests: [FileEdit]
  private let registration: [FileEdit]
  /// What somebody has to see to.
  let notes: [String]

  /// nil where there is no package to make.
  init?(
    _ report: ExtractReport, _ planner: ExtractionPlanner, _ preparation: ExtractPreparation
  ) throws(Failure) {
    guard let plan = report.package, let package = plan.packages.last else { return nil }
    let nesting = preparation.pipeline.workspace.location.folderInRepository
    folder = nesting.appending(package.folder)
    files = package.files(seenWith: nesting)
    moves = report.moves.map { .init(from: nesting.appending($0.from), to: nesting.appending($0.to)) }
    let places = Dictionary(report.moves.map { ($0.from, $0.to) }) { one, _ in one }
    sources = planner.texts(report.plan).sorted { $0.key < $1.key }.map { file, text in
      FileEdit(
        path: nesting.appending(places[file] ?? file), before: planner.ground.contents(file), after: text)
    }.filter { $0.before != $0.after }
    let rewritten = try ExtractManifests(report, preparation.pipeline, preparation.graph)
    (manifests, notes) = (rewritten.edits, rewritten.notes)
    registration = plan.edits
  }

  /// A package's manifest last, so that there is none before its sources are there; workspace.json at the very end.
  func write(_ new: NewFiles) throws(Failure) {
    try new.makeFolder(folder)
    for move in moves { try new.move(move.from, to: move.to) }
    for edit in sources { try new.edit(edit) }
    try new.make(files)
    for edit in manifests + registration { try new.edit(edit) }
  }

  /// What is there before and after.
  var paths: Set<RelativePath> {
    Set(moves.flatMap { [$0.from, $0.to] } + files.map(\.path) + edits.map(\.path))
  }

  private var edits: [FileEdit] { sources + manifests + registration }

  /// Files that stay where they are.
  var edited: [RelativePath] {
    Set(edits.map(\.path)).subtracting(moves.map(\.to)).sorted()
  }

  /// Git keeps none.
  func removeEmptyFolders(in root: String) {
    for folder in Set(moves.map(\.from.parent)).sorted(by: >) {
      LocalFiles.removeEmptyFolder("\(root)/\(String(decoding: folder.bytes, as: UTF8.self))")
    }
  }
}
