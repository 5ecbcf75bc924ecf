import Base
import Graph
import Runner
import Store

/// Tells which states may stand in for one another: everything that decides what SwiftPM leaves in a scratch folder,
/// but for the sources.
struct StateLines {
  /// Part of every line: an older Ambit may have handed SwiftPM other arguments, or kept a folder with stale outputs.
  private static let version = "3"

  let workspace: String
  /// The path of the `swift` in use: paths of its libraries are baked into what it makes.
  let swift: String
  let surroundings: KeySurroundings

  func line(of group: BuildGroup) -> StateLine { line(of: group, at: workspace) }

  /// The line that the group would be of if the workspace lay there.
  func line(of group: BuildGroup, at place: String) -> StateLine {
    StateLine(
      fields(of: group), workspace: place, scratch: place + group.scratchFolder.dropFirst(workspace.count))
  }

  /// What lines have in common that part in nothing but their place.
  func kin(of group: BuildGroup) -> StateLine {
    StateLine(
      fields(of: group), workspace: "", scratch: String(group.scratchFolder.dropFirst(workspace.count)))
  }

  private func fields(of group: BuildGroup) -> [(name: String, value: String)] {
    var fields = [
      ("version", Self.version),
      ("swift", swift),
      ("toolchain", surroundings.toolchain),
      ("system", surroundings.host.system),
      ("system version", surroundings.host.version),
      ("libc", surroundings.host.libc),
      ("engine", surroundings.build.engine.rawValue),
      ("configuration", surroundings.build.configuration),
      // With other pins SwiftPM would have to change checkouts, whose repositories do not travel.
      ("pins", group.pins?.text ?? ""),
    ]
    fields += surroundings.build.allArguments.map { ("argument", $0) }
    fields += surroundings.environment.sorted { $0.key < $1.key }.map { ("variable \($0.key)", $0.value) }
    return fields.map { (name: $0.0, value: $0.1) }
  }
}
