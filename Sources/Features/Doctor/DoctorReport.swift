import Base
import Reports

/// The result of `ambit doctor`.
struct DoctorReport: Sendable, Hashable {
  enum Status: String, Sendable, Hashable {
    case ok, warning, error
  }

  struct Check: Sendable, Hashable {
    /// The id of the check, for scripts: `toolchain`, `git`, `base`.
    let id: String
    let status: Status
    let message: String
    /// The ways to fix the problem, one a line.
    let fixes: [String]

    init(_ id: String, _ status: Status, _ message: String, fixes: [String] = []) {
      self.id = id
      self.status = status
      self.message = message
      self.fixes = fixes
    }
  }

  let checks: [Check]

  var hasErrors: Bool { checks.contains { $0.status == .error } }
}

/// `ambit doctor` for people: a line for each check, and fixes below a failed check.
enum DoctorText {
  /// Long lines are wrapped, never cut: people must be able to read the whole problem.
  static func lines(_ report: DoctorReport, width: Int?) -> [StyledText] {
    let idWidth = report.checks.map(\.id.count).max() ?? 0
    var lines: [StyledText] = []
    var last = ""
    for check in report.checks {
      let name = check.id == last ? "" : check.id
      last = check.id
      let pad = String(repeating: " ", count: idWidth - name.count + 2)
      let indent = String(repeating: " ", count: idWidth + 4)
      lines += wrapped(
        "\(mark(check.status)) \(name, .heading)\(pad)", "\(check.message)", indent: indent, width)
      for fix in check.fixes {
        lines += wrapped("\(indent)\("→ ", .dim)", "\(fix, .path)", indent: indent + "  ", width)
      }
    }
    return lines + ["", summary(report)]
  }

  private static func mark(_ status: DoctorReport.Status) -> StyledText {
    switch status {
    case .ok: StyledText("✓", .good)
    case .warning: StyledText("!", .warning)
    case .error: StyledText("✗", .bad)
    }
  }

  private static func wrapped(
    _ head: StyledText, _ text: StyledText, indent: String, _ width: Int?
  ) -> [StyledText] {
    let pieces = text.wrapped(to: width.map { max(24, $0 - indent.count) })
    return pieces.enumerated().map { $0 == 0 ? head + $1 : "\(indent)\($1)" }
  }

  private static func summary(_ report: DoctorReport) -> StyledText {
    let errors = report.checks.count { $0.status == .error }
    let warnings = report.checks.count { $0.status == .warning }
    if errors + warnings == 0 { return StyledText("All is well", .good) }
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Wording.count($0, $1) }
    return StyledText(parts.joined(separator: ", "), errors > 0 ? .bad : .warning)
  }
}

/// `ambit doctor --json`.
enum DoctorJSON {
  static func text(_ report: DoctorReport) -> String {
    let checks: [JSON] = report.checks.map { check in
      ["id": check.id, "status": check.status.rawValue, "message": check.message, "fixes": check.fixes]
    }
    return JSON.report(["healthy": !report.hasErrors, "checks": checks])
  }
}
