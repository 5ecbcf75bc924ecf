/// A working folder of Git that this process and its children see at another path.
/// Build outputs hold absolute paths. So outputs of one folder serve another only under the same path.
package struct PlacedFolder: Equatable, Sendable {
  /// The path at which the folder is seen.
  let place: String
  /// The path at which the folder lies.
  let origin: String
  /// The workspace's path below either of them: empty, or a folder of the repository.
  var workspace = ""

  /// Returns a path as it is written inside. `aside` is the path of the folder that the place hides.
  func seen(_ path: String, aside: String) -> String {
    if let rest = path.below(origin) { return place + rest }
    if let rest = path.below(place) { return aside + rest }
    return path
  }

  /// Returns the path for a user who sees the folder where it lies.
  func entered(_ path: String) -> String { path.below(origin).map { place + $0 } ?? path }
}

/// The state of a process that is to see its working folder elsewhere.
/// It is passed in a variable to the restarted process and to child processes.
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
  /// Returns the rest of a path after `folder`, or nil for a path outside.
  fileprivate func below(_ folder: String) -> Substring? {
    guard hasPrefix(folder) else { return nil }
    let rest = dropFirst(folder.count)
    return rest.isEmpty || rest.first == "/" ? rest : nil
  }
}
