/// A way to build a group, with what allows it. Each but the last may end in nothing to rely on; then comes the next.
enum Attempt {
  /// Upon older outputs, without planning.
  case rememberedPlan(CertainPlan)
  /// Upon older outputs.
  case newPlan
  case fromNothing(EmptyScratch)

  /// What came of it. What it leaves open is built package by package (`OneByOne`), before that is known.
  enum Result {
    case verdicts
    /// The plan, or the scratch folder, may be what failed.
    case distrusted
  }

  var isFromNothing: Bool {
    if case .fromNothing = self { true } else { false }
  }
}

/// What can be said of one package.
enum Judgement {
  case verdict(BuiltPackage)
  case distrusted
}

/// What is to blame for an error.
enum Blame {
  case sources
  /// Outputs that are stale or damaged.
  case scratchFolder
  /// The build that would tell could not be made.
  case nobody(RunError)
}
