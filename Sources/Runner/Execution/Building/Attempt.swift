import Base

/// A way to build a group, with the condition that allows it. When an attempt's result cannot be trusted, the next
/// attempt follows.
enum Attempt {
  /// Builds over older outputs, without planning.
  case rememberedPlan(CertainPlan)
  /// Builds over older outputs, and plans anew.
  case newPlan
  case fromNothing(EmptyScratch)

  /// The result of an attempt. Packages that it leaves open are built one by one first (`OneByOne`).
  enum Result {
    case verdicts
    /// The plan or the scratch folder may be the cause of the failure.
    case distrusted
  }

  var isFromNothing: Bool {
    if case .fromNothing = self { true } else { false }
  }
}

/// The result for one package.
enum Judgement {
  case verdict(BuiltPackage)
  case distrusted
}

/// The cause of an error.
enum Blame {
  case sources
  /// Older outputs are stale or damaged.
  case scratchFolder
  /// The build that would find the cause could not be made.
  case nobody(Failure)
}
