import Base
import Reports
import Runner

/// The builds that are under way, with names for people.
struct RunBuilds: Sendable, Equatable {
  private var packages: [String: [RelativePath]] = [:]
  private var labels: [String: String] = [:]

  /// Returns the build's name when this event is the first output of the build.
  mutating func begun(_ event: RunEvent) -> String? {
    switch event {
    case .buildStarted(let name, let folders): packages[name] = folders
    case .buildOutput(let name, _, _) where labels[name] == nil:
      labels[name] = label(name)
      return labels[name]
    case .buildEnded(let name): labels[name] = nil
    case .buildOutput, .packageBuilt, .confirming, .startedOver, .moduleStarted, .testOutput, .moduleFinished,
      .waiting, .taskStarted, .taskOutput, .taskFinished:
      break
    }
    return nil
  }

  /// Returns `//Packages/Core`, or the first names of packages that are built together.
  private func label(_ name: String) -> String {
    let folders = packages[name] ?? []
    if folders.count == 1, let only = folders.first { return "//\(only)" }
    return folders.isEmpty ? name : NameList.text(folders.map { "//\($0)" }, room: 60)
  }
}
