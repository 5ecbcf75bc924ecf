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

  init(_ options: ExtractOptions, _ session: Session, _ graph: WorkspaceGraph) throws(Failure) {
    guard !options.files.isEmpty else {
      throw Failure.usage(
        "`ambit extract` needs the files to move",
        hints: ["name them: `ambit extract Pricing --from Sources/Cart/Price.swift`"])
    }
    let chosen = try Self.chosen(options.files, session)
    let owners = try chosen.map { file throws(Failure) in (file, try Self.owner(of: file, graph)) }
    guard let first = owners.first else {
      throw Failure.extraction(.noSources, "no Swift source was named")
    }
    if let other = owners.first(where: { $0.1 != first.1 }) {
      throw Failure.extraction(
        .severalModules,
        "\(first.0) belongs to \(first.1) and \(other.0) to \(other.1): extract from one module at a time"
      )
    }
    module = first.1
    files = chosen
  }

  // MARK: Paths

  private static func chosen(
    _ arguments: [Argument], _ session: Session
  ) throws(Failure) -> [RelativePath] {
    let (world, workspace) = (session.world, session.workspace)
    let root = RelativePath(Array(workspace.location.root.utf8))
    let typed = arguments == ["-"] ? try listed(world) : arguments
    let all = try workspace.tree.files(below: .root).map(\.path).filter {
      $0.lastComponent.hasSuffix(".swift")
    }
    var found: Set<RelativePath> = []
    for argument in typed {
      let path = world.resolvedPath(argument.bytes).seen(from: root)
      var matching = all.filter { $0.isInside(path) }
      if matching.isEmpty, let pattern = argument.text, pattern.contains(where: { "*?[{".contains($0) }) {
        let glob = Glob(path.description)
        matching = all.filter(glob.matches)
      }
      guard !matching.isEmpty else {
        throw Failure(
          code: Failure.Extraction.noSources.rawValue,
          message: "\(argument.quoted) names no Swift source of the workspace",
          hints: ["paths are relative to the current folder, or to -C; files that Git ignores do not count"])
      }
      found.formUnion(matching)
    }
    return found.sorted()
  }

  private static func listed(_ world: World) throws(Failure) -> [Argument] {
    let input = try world.requiredInput(
      hint: "`--from -` reads paths from standard input, separated by NUL or newline")
    let separator: UInt8 = input.contains(0) ? 0 : UInt8(ascii: "\n")
    return input.split(separator: separator).map { Argument(Array($0)) }
  }

  // MARK: Modules

  private static func owner(of file: RelativePath, _ graph: WorkspaceGraph) throws(Failure) -> ModuleID {
    let owners = graph.listedModules.filter { $0.layout.owns(file) }
    guard let owner = owners.first, owners.count == 1 else {
      throw Failure.extraction(
        .wrongKind,
        owners.isEmpty
          ? "\(file) belongs to no module"
          : "\(file) belongs to \(owners.map(\.id.description).joined(separator: " and to "))")
    }
    guard owner.kind == .library || owner.kind == .executable else {
      throw Failure.extraction(
        .wrongKind,
        "\(file) belongs to \(owner.id), a \(owner.kind.rawValue) module: only libraries and programs can be split, "
          + "and their tests move automatically")
    }
    guard !file.lastComponent.elementsEqual("main.swift".utf8) else {
      throw Failure.extraction(
        .wrongKind, "\(file) is the entry point of a program, which a library cannot have")
    }
    return owner.id
  }
}
