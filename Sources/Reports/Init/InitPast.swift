package import Forecast
import Support
import Terminal

/// What the last commits would have run.
package struct InitPast: Sendable, Hashable {
  package let share: ReplayShare
  /// How many commits there were to look at; fewer were looked at where time ran out.
  package let asked: Int

  package init(share: ReplayShare, asked: Int) {
    self.share = share
    self.asked = asked
  }

  /// Empty without tests. `noun` is what one of them is called.
  func sentences(_ noun: String) -> [String] {
    guard let part = share.part else { return [] }
    let last = asked == 1 ? "the last commit" : "the last \(asked) commits"
    let commits = share.commits == asked ? last : "\(share.commits) of \(last)"
    let what = "Over \(commits) Ambit would have run \(Wording.percent(part)) of the \(noun)s."
    let idle = share.idle > 0 ? "\(Wording.count(share.idle, "commit")) would have run none." : nil
    let late =
      share.commits < asked ? "There was no time for older ones: `ambit insights replay` has it." : nil
    let unknown =
      share.unknown > 0
      ? "\(Wording.count(share.unknown, "commit")) could not be judged: all tests count." : nil
    return [what] + [idle, unknown, late].compactMap(\.self)
  }

  var json: JSON {
    [
      "commits": share.commits, "asked": asked, "selected": share.selected, "all": share.all,
      "idle": share.idle,
      "unknown": share.unknown,
    ]
  }
}
