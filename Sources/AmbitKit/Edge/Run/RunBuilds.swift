import Runner
import Support

/// The builds that are going on, under names for people.
struct RunBuilds: Sendable, Equatable {
  private var pending: Set<RelativePath> = []
  private var labels: [String: String] = [:]

  /// What is built by the build that shows its first sign of life with this moment.
  mutating func begun(_ moment: RunMoment) -> String? {
    switch moment {
    case .packageStarted(let folder): pending.insert(folder)
    case .packageBuilt(let report): pending.remove(report.folder)
    case .buildOutput(let name, _) where labels[name] == nil:
      labels[name] = label(name)
      return labels[name]
    case .buildEnded(let name): labels[name] = nil
    case .buildOutput, .confirming, .startedOver, .testStarted, .testOutput, .testEnded, .waiting: break
    }
    return nil
  }

  /// `//Packages/Core`, or how many packages are built together.
  private func label(_ name: String) -> String {
    if name.hasPrefix("//") { return name }
    if pending.count == 1, let only = pending.first { return "//\(only)" }
    return pending.isEmpty ? name : "\(pending.count) packages"
  }
}
