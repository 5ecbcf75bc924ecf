package import Names

extension Selection {
  /// How far from the change a module may stand to be listed.
  package enum Depth: Sendable, Hashable {
    case unlimited
    case atMost(Int)
  }

  /// Keeps what passes; a filter never promotes a module that the change does not reach.
  package func filtered(depth: Depth, where isWanted: (ModuleID) -> Bool) -> Selection {
    var result = self
    result.modules = modules.filter { module in
      if case .atMost(let limit) = depth, module.distance > limit { return false }
      return isWanted(module.id)
    }
    if result.modules.isEmpty { result.scope = .none }
    return result
  }
}
