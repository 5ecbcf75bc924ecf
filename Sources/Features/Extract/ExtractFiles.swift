import Arguments
import Base
import Graph
import Session
import SwiftSources

/// The files that `--from` names, and their module.
struct ExtractFiles {
  let module: ModuleID
  /// Relative to the workspace, sorted.
  let files: [RelativePath]

  init(_ options: ExtractOptions, _ pipeline: SelectionPipeline, _ graph: WorkspaceGraph) throws(Failure) {
    guard !options.files.isEmpty else {
      throw Failure(
        code: "usage", message: "`ambit extract` needs the files that shall move",
        hints: ["name them: `ambit extract Pricing --from Sources/Cart/Price.swift`"])
    }
    let chosen = try Self.chosen(options.files, pipeline)
    let owners = try chosen.map { file throws(Failure) in (file, try Self.owner(of: file, graph)) }
    guard let first = owners.first else {
      throw Failure(describing: ExtractionError(.noSources, "no Swift source was named"))
    }
    if let other = owners.first(where: { $0.1 != first.1 }) {
      throw Failure(
        describing: ExtractionError(
          .severalModules,
          "\(first.0) is of \(first.1) and \(other.0) of \(other.1), and files of one module are extracted at a time"
        ))
    }
    module = first.1
    files = chosen
  }

  // MARK: Paths

  private static func chosen(
    _ arguments: [Argument], _ pipeline: SelectionPipeline
  ) throws(Failure) -> [RelativePath] {
    let (world, workspace) = (pipeline.world, pipeline.workspace)
    let root = RelativePath(Array(workspace.location.root.utf8))
    let typed = arguments == ["-"] ? try listed(world) : arguments
    let all = try Failure.wrapping { try workspace.tree.files(below: .root).map(\.path) }
    var found: Set<RelativePath> = []
    for argument in typed {
      let path = world.resolvedPath(argument.bytes).seen(from: root)
      var matching = all.filter { isSwift($0) && $0.isInside(path) }
      if matching.isEmpty, let pattern = argument.text, pattern.contains(where: { "*?[{".contains($0) }) {
        let glob = Glob(path.description)
        matching = all.filter { isSwift($0) && glob.matches($0) }
      }
      guard !matching.isEmpty else {
        throw Failure(
          code: ExtractionError.Kind.noSources.rawValue,
          message: "\(argument.quoted) names no Swift source of the workspace",
          hints: ["paths are seen from where Ambit is started, or from -C; what Git ignores is not seen"])
      }
      found.formUnion(matching)
    }
    return found.sorted()
  }

  private static func listed(_ world: World) throws(Failure) -> [Argument] {
    let input = try world.requiredInput(
      hint: "`--from -` takes the paths from there, separated by NUL or newline")
    let separator: UInt8 = input.contains(0) ? 0 : UInt8(ascii: "\n")
    return input.split(separator: separator).map { Argument(Array($0)) }
  }

  private static func isSwift(_ path: RelativePath) -> Bool {
    path.lastComponent.suffix(6).elementsEqual(".swift".utf8)
  }

  // MARK: Modules

  private static func owner(of file: RelativePath, _ graph: WorkspaceGraph) throws(Failure) -> ModuleID {
    let owners = graph.listedModules.filter { $0.layout.owns(file) }
    guard let owner = owners.first, owners.count == 1 else {
      throw Failure(
        describing: ExtractionError(
          .wrongKind,
          owners.isEmpty
            ? "\(file) is of no module"
            : "\(file) is of \(owners.map(\.id.description).joined(separator: " and of "))"))
    }
    guard owner.kind == .library || owner.kind == .executable else {
      throw Failure(
        describing: ExtractionError(
          .wrongKind,
          "\(file) is of \(owner.id), a \(owner.kind.rawValue) module: files of libraries and programs can be extracted, "
            + "and tests that only use those go along by themselves"))
    }
    guard !file.lastComponent.elementsEqual("main.swift".utf8) else {
      throw Failure(
        describing: ExtractionError(.wrongKind, "\(file) is where a program begins, which no library has"))
    }
    return owner.id
  }
}
