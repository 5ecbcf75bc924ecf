import Base
import Graph
import Runner
import Store

/// Names the states that may replace one another.
/// A line holds all that decides the contents of a scratch folder, except the sources.
struct StateLines {
  /// A part of every line. Raise it when older versions of Ambit left folders that must not be used.
  private static let version = "6"

  let workspace: String
  /// The path of the `swift` in use. Build outputs contain paths of its libraries.
  let swift: String
  let surroundings: KeySurroundings

  func line(of group: BuildGroup) -> StateLine { line(of: group, at: workspace) }

  /// Returns the line of the group if the workspace lay at `place`.
  func line(of group: BuildGroup, at place: String) -> StateLine {
    StateLine(
      fields(of: group), workspace: place, scratch: place + group.scratchFolder.dropFirst(workspace.count))
  }

  /// Returns the part that lines share if they differ in nothing but their place.
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
      // Other pins would make SwiftPM change checkouts, whose repositories are not part of a state.
      ("pins", group.pins?.text ?? ""),
    ]
    fields += surroundings.build.allArguments.map { ("argument", $0) }
    fields += surroundings.environment.sorted { $0.key < $1.key }.map { ("variable \($0.key)", $0.value) }
    return fields.map { (name: $0.0, value: $0.1) }
  }
}
