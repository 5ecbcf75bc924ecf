import Base
import Reports

/// The result of `ambit hook install` and `uninstall`.
struct HookReport: Sendable, Hashable {
  enum Change: String, Sendable, Hashable {
    case installed
    /// The hook was there already. Its text is the same, or was brought up to date.
    case updated
    case removed, absent
  }

  let change: Change
  /// The hook's path.
  let file: String
  /// The path of another hook, which was there before. Ambit's hook runs it first; removing Ambit's hook puts it back.
  let previous: String?

  init(_ change: Change, file: String, previous: String?) {
    self.change = change
    self.file = file
    self.previous = previous
  }

  var json: String {
    JSON.report(["change": change.rawValue, "file": file, "former": previous])
  }

  var lines: [StyledText] {
    switch change {
    case .installed, .updated:
      ["\(change == .installed ? "Installed " : "Updated ", .good)\(file, .path)"]
        + (previous.map { ["Your previous hook runs first: \($0, .path)"] } ?? [])
        + [StyledText("To push without it: git push --no-verify", .dim)]
    case .removed:
      ["\("Removed ", .good)\(file, .path)"]
        + (previous.map { ["Your previous hook is back: \($0, .path)"] } ?? [])
    case .absent: ["Ambit has no hook at \(file, .path)"]
    }
  }
}
