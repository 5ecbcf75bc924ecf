/// A working folder of Git that is seen at another path than its own, by this process and all that it starts: what is built
/// has absolute paths in it, and what was built at one place serves another only so.
package struct PlacedFolder: Equatable, Sendable {
  /// The path at which it is seen.
  let place: String
  /// The path at which it lies.
  let origin: String
  /// What follows either in the path of the workspace: nothing, or a folder of the repository.
  var workspace = ""

  /// A path as it is to be written inside. `aside` is where what the place hides can be seen.
  func seen(_ path: String, aside: String) -> String {
    if let rest = path.below(origin) { return place + rest }
    if let rest = path.below(place) { return aside + rest }
    return path
  }

  /// A path that somebody typed who sees the folder where it lies.
  func entered(_ path: String) -> String { path.below(origin).map { place + $0 } ?? path }
}

/// How far a process has come in seeing its working folder elsewhere. It is handed from a process to the one that takes its
/// place, and to those that it starts, in a variable.
package enum PlacementStep: Equatable, Sendable {
  case wanted(PlacedFolder)
  case done(PlacedFolder, aside: String)
  case refused(PlacedFolder, String)

  package static let variable = "AMBIT_PLACE"
}

extension PlacementStep {
  init?(_ environment: [String: String]) {
    let fields = environment[Self.variable]?.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    guard let fields, fields.count == 5 else { return nil }
    let placement = PlacedFolder(place: fields[1], origin: fields[2], workspace: fields[3])
    switch fields[0] {
    case "wanted": self = .wanted(placement)
    case "done": self = .done(placement, aside: fields[4])
    case "refused": self = .refused(placement, fields[4])
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .wanted(let placement): Self.text("wanted", placement, "")
    case .done(let placement, let aside): Self.text("done", placement, aside)
    case .refused(let placement, let reason): Self.text("refused", placement, reason)
    }
  }

  private static func text(_ name: String, _ placement: PlacedFolder, _ rest: String) -> String {
    [name, placement.place, placement.origin, placement.workspace, rest.replacing("\n", with: " ")].joined(
      separator: "\n")
  }
}

extension String {
  /// What follows a folder in a path that leads to it or into it.
  fileprivate func below(_ folder: String) -> Substring? {
    guard hasPrefix(folder) else { return nil }
    let rest = dropFirst(folder.count)
    return rest.isEmpty || rest.first == "/" ? rest : nil
  }
}
