import Base

/// The build settings of one target, with every value that a setting may have in any configuration and under any
/// condition.
final class SettingScope: Sendable {
  /// The values of a setting, expanded.
  struct Values: Sendable {
    /// The values, each as a list of elements. A word or text has one element.
    var alternatives: [[String]] = []
    /// False when a value has an unknown variable, or a file of the chain is missing.
    var isComplete = true
  }

  private struct Configuration: Sendable {
    let name: String
    /// The levels with the strongest first: the target, its xcconfig, the project, the project's xcconfig.
    let levels: [SettingLevel]
  }

  let project: XcodeProject
  let target: XcodeTarget
  /// The xcconfigs of all configurations, sorted.
  let files: [RelativePath]
  let absent: [SettingChain.Absence]
  let isComplete: Bool
  private let configurations: [Configuration]
  /// The values of variables that do not depend on the variables around them. Each is expanded once, since a variable
  /// that is named several times on each of many levels would be expanded exponentially often.
  private let known = Guarded<[Variable: [String]?]>([:])

  private struct Variable: Hashable {
    let name: String
    let configuration: Int
  }

  init(_ target: XcodeTarget, of project: XcodeProject, _ levels: ProjectLevels, _ chains: SettingChains) {
    self.project = project
    self.target = target
    var configurations: [Configuration] = []
    var files = Set(levels.files)
    var absent: [SettingChain.Absence] = levels.absent
    var isComplete = levels.isComplete
    let all =
      target.configurations.isEmpty
      ? project.configurations.map { XcodeConfiguration(name: $0.name) } : target.configurations
    for configuration in all {
      var own = [SettingLevel(configuration)]
      if let base = configuration.base {
        let chain = chains.chain(of: base)
        own.append(chain.level)
        files.formUnion(chain.files)
        absent += chain.absent
        isComplete = isComplete && chain.isComplete
      }
      configurations.append(
        Configuration(name: configuration.name, levels: own + levels.levels(for: configuration.name)))
    }
    self.configurations = configurations
    self.files = files.sorted()
    self.absent = absent
    self.isComplete = isComplete
  }

  /// The settings with names of files, sorted, each once.
  var fileSettings: [(name: String, kind: SettingKind)] {
    var names: [String: SettingKind] = [:]
    for level in configurations.lazy.flatMap(\.levels) {
      names.merge(level.fileSettings) { first, _ in first }
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The variables around the one that is expanded.
  private struct Openings {
    var names: [String] = []
    /// The variables at which the expansion ended, since they stand around themselves.
    var cut: Set<String> = []
    /// The number of variables that were expanded. Variables in a circle are not remembered, so their number is limited.
    var steps = 0
  }

  /// Returns every value of a setting; none when nothing sets it.
  func values(of name: String) -> Values {
    var found = Values(isComplete: isComplete)
    var seen: Set<[String]> = []
    for configuration in configurations.indices {
      for elements in raw(name, in: configuration) {
        var open = Openings(names: [name])
        let alternatives = expanded(elements, in: configuration, within: &open)
        for alternative in alternatives where seen.insert(alternative).inserted {
          found.alternatives.append(alternative)
          if alternative.contains(where: { $0.contains(ExpandedMark.unknown) }) { found.isComplete = false }
        }
      }
    }
    return found
  }

  /// Returns a text of the project with its variables replaced, for each configuration.
  func expansions(of text: String, with locals: [String: [String]] = [:]) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return [text] }
    var found: [String] = []
    for configuration in configurations.isEmpty ? [-1] : Array(configurations.indices) {
      var isShared = true
      var open = Openings()
      for value in expand(text, in: configuration, within: &open, locals, &isShared)
      where !found.contains(value) {
        found.append(value)
      }
      if isShared { break }
    }
    return found
  }
}

// MARK: Expansion

extension SettingScope {
  /// Returns the values that may count in a configuration. The strongest comes first, and the first that does not
  /// inherit is the last.
  private func raw(_ name: String, in configuration: Int) -> [[String]] {
    guard configurations.indices.contains(configuration) else { return [] }
    var found: [[String]] = []
    for level in configurations[configuration].levels {
      for entry in (level.entries[name] ?? []).reversed() {
        found.append(entry.elements)
        if !entry.isOpen { return found }
      }
    }
    return found
  }

  private func expanded(
    _ elements: [String], in configuration: Int, within open: inout Openings
  ) -> [[String]] {
    guard elements.contains(where: { $0.utf8.contains(UInt8(ascii: "$")) }) else { return [elements] }
    var isShared = true
    var found: [[String]] = [[]]
    for element in elements {
      let values = expand(element, in: configuration, within: &open, [:], &isShared)
      // An element usually has one value. A list of all combinations would be of no use.
      if values.count == 1 || found.count * values.count <= SettingExpansion.limit {
        found = found.flatMap { list in values.map { list + [$0] } }
      } else {
        found = found.map { $0 + values }
      }
    }
    return found
  }

  /// `isShared` becomes false when another configuration may have other values.
  private func expand(
    _ text: String, in configuration: Int, within open: inout Openings, _ locals: [String: [String]],
    _ isShared: inout Bool
  ) -> [String] {
    SettingExpansion.expand(text) { name in
      if let own = locals[name] {
        guard open.steps < SettingExpansion.mostLocalSteps else { return nil }
        open.steps += 1
        let rest = locals.filter { $0.key != name }
        return own.flatMap { expand($0, in: configuration, within: &open, rest, &isShared) }
      }
      if name != "CONFIGURATION", let fixed = fixed(name, in: configuration) { return fixed }
      isShared = false
      return variable(name, in: configuration, within: &open)
    }
  }

  /// Returns the values of a variable; nil when it is unknown.
  private func variable(_ name: String, in configuration: Int, within open: inout Openings) -> [String]? {
    if name == "inherited" { return [""] }
    if let fixed = fixed(name, in: configuration) { return fixed }
    if open.names.contains(name) {
      open.cut.insert(name)
      return [""]
    }
    guard open.names.count <= SettingExpansion.depth else {
      open.cut.insert(name)
      return nil
    }
    let variable = Variable(name: name, configuration: configuration)
    if let values = known.look({ $0[variable] }) { return values }
    guard open.steps < SettingExpansion.mostSteps else {
      open.cut.insert(name)
      return nil
    }
    var inside = Openings(names: open.names + [name], steps: open.steps + 1)
    let found = values(of: name, in: configuration, within: &inside)
    open.steps = inside.steps
    // The values of a variable in a circle depend on where the circle was entered.
    let isInCircle = inside.cut.remove(name) != nil
    open.cut.formUnion(inside.cut)
    if inside.cut.isEmpty, !isInCircle { known.with { $0[variable] = .some(found) } }
    return found
  }

  private func values(
    of name: String, in configuration: Int, within open: inout Openings
  ) -> [String]? {
    var found: [String] = []
    for elements in raw(name, in: configuration) {
      for value in expanded(elements, in: configuration, within: &open) {
        let text = value.joined(separator: " ")
        if text.utf8.count > SettingExpansion.longest { return nil }
        if !found.contains(text) { found.append(text) }
      }
    }
    return found.isEmpty ? fallback(name, in: configuration, within: &open) : found
  }

  /// Returns the values of variables that a project cannot set, or does not set in practice.
  private func fixed(_ name: String, in configuration: Int) -> [String]? {
    switch name {
    case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": [ExpandedMark.path(project.folder)]
    case "PROJECT_FILE_PATH": [ExpandedMark.path(project.container)]
    case "TARGET_NAME", "TARGETNAME": [target.name]
    case "PROJECT_NAME", "PROJECT": [project.name]
    case "CONFIGURATION":
      configurations.indices.contains(configuration) ? [configurations[configuration].name] : nil
    case "PLATFORM_NAME": SettingExpansion.platforms
    case _ where SettingExpansion.builtFolders.contains(name): [ExpandedMark.built]
    default: nil
    }
  }

  private func fallback(
    _ name: String, in configuration: Int, within open: inout Openings
  ) -> [String]? {
    switch name {
    case "PRODUCT_NAME": [target.name]
    case "PRODUCT_MODULE_NAME": variable("PRODUCT_NAME", in: configuration, within: &open)
    // A Pods project, which is seldom in Git, sets these two.
    case "PODS_ROOT": [ExpandedMark.path(project.folder.appending("Pods"))]
    case "PODS_PODFILE_DIR_PATH": [ExpandedMark.path(project.folder)]
    default: nil
    }
  }
}

extension XcodeProject {
  /// `Shop` of `App/Shop.xcodeproj`.
  var name: String {
    String(decoding: container.lastComponent, as: UTF8.self).replacing(".xcodeproj", with: "")
  }
}
