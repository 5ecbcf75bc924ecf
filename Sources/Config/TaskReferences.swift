import Support

/// What tasks say of one another.
extension TaskConfig {
  /// In the order of the file; names that nothing is called, and tasks that wait for themselves, are refused where they stand.
  static func tasks(in section: ConfigValue?) throws(ConfigError) -> [TaskConfig] {
    guard let section else { return [] }
    var tasks: [TaskConfig] = []
    for (key, value) in try section.members() { tasks.append(try TaskConfig(name: key, value)) }
    let names = tasks.map(\.name)
    for task in tasks {
      for place in section.child(task.name)?.child("dependsOn")?.children ?? [] {
        guard let text = place.node.stringValue, text != "!default" else { continue }
        let name = text.hasPrefix("^") ? String(text.dropFirst()) : text
        guard names.contains(name) else {
          let hint = ConfigValue.didYouMean(name, among: names)
          throw place.error(
            .unknownName, "unknown task \(ConfigValue.quote(name)) in \"\(place.name)\"\(hint)")
        }
        // What lies upstream is another place, and so no circle.
        guard !text.hasPrefix("^"), let circle = Self.way(from: name, to: task.name, tasks) else { continue }
        let chain = ([task.name] + circle).joined(separator: " -> ")
        throw place.invalid("tasks wait for one another in a circle: \(chain)")
      }
    }
    return tasks
  }

  /// The names on a way by what is done before in the same place; nil where there is none.
  private static func way(from start: String, to end: String, _ tasks: [TaskConfig]) -> [String]? {
    var ways = [[start]]
    var seen: Set = [start]
    while let way = ways.popLast() {
      guard let last = way.last, last != end else { return way }
      let next = tasks.first { $0.name == last }?.dependsOn.filter { !$0.isUpstream }.map(\.task) ?? []
      for name in next.reversed() where seen.insert(name).inserted { ways.append(way + [name]) }
    }
    return nil
  }
}
