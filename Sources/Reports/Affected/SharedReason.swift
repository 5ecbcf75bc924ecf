import AffectedGraph
import Names
import Support

/// A reason that all affected modules have: it is said once, and not beside each of them.
struct SharedReason {
  let reason: Reason
  let count: Int

  /// Only what concerns the workspace as a whole is shared; nil where modules have reasons of their own.
  init?(_ selection: Selection) {
    let causes = Set(selection.modules.map { $0.reason.last })
    guard selection.modules.count > 1, causes.count == 1, let cause = causes.first, let reason = cause else {
      return nil
    }
    switch reason.kind {
    case .unowned, .global, .all: break
    default: return nil
    }
    self.reason = reason
    count = selection.modules.count
  }

  /// Cut into words and names: `All 36 modules are affected, because no module owns lint.json.`
  var cell: ReportTable.Cell {
    let start = ReportTable.Span.words("All \(count) modules are affected, because ")
    let words = ReasonText.words(for: reason.kind)
    switch reason.subject {
    case .path(let path): return [start, .words("\(words) "), .code(path.description), .words(".")]
    case .module(let module): return [start, .words("\(words) "), .code(module.description), .words(".")]
    case .none: return [start, .words("\(words).")]
    }
  }
}
