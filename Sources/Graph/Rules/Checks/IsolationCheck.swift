/// Checks `isolated`: features do not depend on other features. The parts and tests of one feature may.
enum IsolationCheck {
  static func demand(on tag: String) -> String {
    "modules with the tag \"\(tag)\" never depend on each other"
  }

  static func findings(_ context: RuleContext) -> [LintFinding] {
    let tags = Set(context.rules.isolated).sorted()
    guard !tags.isEmpty else { return [] }
    return context.dependencies.compactMap { dependency in
      guard
        let tag = tags.first(where: {
          context.hasTag($0, dependency.from) && context.hasTag($0, dependency.to)
        }), !context.family.joins(dependency.from, dependency.to)
      else { return nil }
      return context.finding(
        .isolated, dependency,
        why: "\(demand(on: tag)), so that each can be built, tested and replaced without the others",
        mend:
          "move the shared code to a contracts module without the tag \"\(tag)\", and connect the two "
          + "where the app is assembled")
    }
  }
}
