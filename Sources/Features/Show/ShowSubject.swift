import Arguments
import Base
import Graph
import Reports
import Session

/// The subject that a name of `ambit show` means.
enum ShowSubject {
  case module(ModuleIndex)
  case package(PackageIndex)
  case team(ShownTeam)
}

/// Finds the subject. It chooses nothing in doubt.
struct ShowLookup {
  private static let teamPrefix = "team:"

  let context: ShowContext

  init(_ context: ShowContext) { self.context = context }

  func subject(named name: Argument) throws(Failure) -> ShowSubject {
    let text = name.text ?? name.description
    if text.hasPrefix(Self.teamPrefix) { return try team(String(text.dropFirst(Self.teamPrefix.count))) }
    // A folder's name may contain a colon, and bytes that are not UTF-8.
    if text.hasPrefix("//"),
      let package = context.graph.package(at: RelativePath(Array(name.bytes.dropFirst(2))))
    {
      return .package(package)
    }
    return text.hasPrefix("//") ? try module(name) : try bare(name, text)
  }

  private func module(_ name: Argument) throws(Failure) -> ShowSubject {
    let id = try ModuleLookup(graph: context.graph).module(named: name)
    guard let index = context.graph.index(of: id) else { throw unknown(name, name.description) }
    return .module(index)
  }

  private func team(_ id: String) throws(Failure) -> ShowSubject {
    if let team = context.team(id) { return .team(team) }
    let nearest = Failure.nearest(to: id, among: context.teamNames)
    throw Failure(
      code: Failure.Query.unknownTeam.rawValue,
      message: "there is no team \(Argument(id).quoted), and no module has that owner",
      hints: [
        nearest.map { "did you mean \"\(Self.teamPrefix)\($0)\"?" } ?? "`ambit show teams` lists the teams"
      ])
  }

  /// Finds a module or a team, else a package by the last part of its folder.
  private func bare(_ name: Argument, _ text: String) throws(Failure) -> ShowSubject {
    let modules = context.graph.listedModules.filter { $0.id.name == text }.map(\.id.description)
    let packages = context.graph.packages.numbered.filter { $1.folder.lastComponent.elementsEqual(text.utf8) }
    let teams = context.team(text).map { [$0] } ?? []
    switch (modules.count, teams.count, packages.count) {
    case (1, 0, _): return try module(name)
    case (0, 1, _): return .team(teams[0])
    case (0, 0, 1): return .package(packages[0].0)
    case (0, 0, 0): throw unknown(name, text)
    default:
      let exact =
        teams.map { _ in "\(Self.teamPrefix)\(text)" }
        + (modules.isEmpty ? packages.map { "//\($1.folder)" } : modules)
      throw Failure(
        code: "ambiguous-name", message: "\(name.quoted) is the name of \(exact.count) things",
        hints: ["name one of \(exact.joined(separator: ", "))"])
    }
  }

  private func unknown(_ name: Argument, _ text: String) -> Failure {
    let packages = context.graph.packages.map { Text.escapingInvalidUTF8($0.folder.lastComponent) }
    let names = Set(context.graph.listedModules.map(\.id.name) + context.teamNames + packages + ["teams"])
    let nearest = Failure.nearest(to: text, among: names.sorted())
    return Failure(
      code: "unknown-name", message: "there is no module, package or team \(name.quoted) in this workspace",
      hints: [nearest.map { "did you mean \"\($0)\"?" } ?? "`ambit query all` lists all modules"])
  }
}
