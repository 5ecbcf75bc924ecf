/// What a random step is about. The first eight come equally often.
enum StepKind: String, Sendable, CaseIterable {
  case header = "C header edit"
  case resource = "resource edit"
  case generated = "edit of what is generated or planned"
  case trait = "trait change"
  case removal = "file or target removal"
  case sameSize = "same-size edit"
  case revert
  case branchSwitch = "branch switch"
  case other

  /// Kinds for so many steps: of every ten, one of each and two others, in random order.
  static func deal(_ count: Int, using random: inout some RandomNumberGenerator) -> [StepKind] {
    var kinds: [StepKind] = []
    while kinds.count < count { kinds += (allCases + [.other]).shuffled(using: &random) }
    return Array(kinds.prefix(count))
  }

  /// Each kind once between the two workspaces, those that go back in history last.
  static func sample(for workspace: StepWorkspaceKind) -> [StepKind] {
    switch workspace {
    case .plugins: [.generated, .resource, .trait, .sameSize, .revert]
    case .plans: [.header, .removal, .other, .branchSwitch]
    }
  }
}
