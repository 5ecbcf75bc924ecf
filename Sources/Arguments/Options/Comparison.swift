/// What a state is compared with.
package enum Comparison: Sendable, Hashable {
  case revision(String)
  /// The merge base of this revision and the head.
  case mergeBase(String)

  /// As a command's '--diff' says, else as '--base' does.
  init?(_ arguments: ParsedArguments, diff: FlagSpec) {
    if let revision = arguments.text(diff) {
      self = .revision(revision)
    } else if let revision = arguments.text(.base) {
      self = .mergeBase(revision)
    } else {
      return nil
    }
  }
}

extension SelectionOptions.Change {
  /// What separates a head from what it is compared with; without that, no base is named.
  package static func since(_ comparison: Comparison?, head: String?) -> Self {
    switch comparison {
    case .revision(let revision): .revisions(base: revision, head: head, fromMergeBase: false)
    case .mergeBase(let revision): .revisions(base: revision, head: head, fromMergeBase: true)
    case nil: .revisions(base: nil, head: head, fromMergeBase: true)
    }
  }
}
