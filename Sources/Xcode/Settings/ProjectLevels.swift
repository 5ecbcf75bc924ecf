import Support

/// The levels of settings that all targets of a project share.
struct ProjectLevels: Sendable {
  private let byName: [String: [SettingLevel]]
  private let first: [SettingLevel]
  let files: [RelativePath]
  let absent: [SettingChain.Absence]
  let isComplete: Bool

  init(of project: XcodeProject, _ chains: SettingChains) {
    var byName: [String: [SettingLevel]] = [:]
    var first: [SettingLevel] = []
    var files: [RelativePath] = []
    var absent: [SettingChain.Absence] = []
    var isComplete = true
    for configuration in project.configurations {
      var levels = [SettingLevel(configuration)]
      if let base = configuration.base {
        let chain = chains.chain(of: base)
        levels.append(chain.level)
        files += chain.files
        absent += chain.absent
        isComplete = isComplete && chain.isComplete
      }
      byName[configuration.name] = levels
      if first.isEmpty { first = levels }
    }
    self.byName = byName
    self.first = first
    self.files = files
    self.absent = absent
    self.isComplete = isComplete
  }

  /// Of the configuration of that name. A target may have one that the project does not have.
  func levels(for name: String) -> [SettingLevel] { byName[name] ?? first }
}
