import Config
import Rules
import Terminal

extension ShowText {
  /// The rules that apply to something, and where it breaks one.
  func rules(_ demands: [RuleDemand], _ findings: [ShownFinding]) -> [StyledText] {
    guard !demands.isEmpty || !findings.isEmpty else { return [] }
    let column = demands.map(\.rule.id.count).max() ?? 0
    let texts = demands.flatMap { demand in
      StyledText(demand.text).wrapped(to: width.map { max(30, $0 - column - 4) }).enumerated().map {
        [StyledText($0.offset == 0 ? demand.rule.id : "", .dim), $0.element]
      }
    }
    return heading("Rules", findings.isEmpty ? "none broken" : "\(findings.count) broken")
      + table([.init(), .init()], texts) + lines(findings)
  }

  private func lines(_ findings: [ShownFinding]) -> [StyledText] {
    let shown = most.map { Array(findings.prefix($0)) } ?? findings
    let rest = findings.count - shown.count
    return shown.flatMap(lines) + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : [])
  }

  /// On a line, or below its place where that is too narrow.
  private func lines(_ finding: ShownFinding) -> [StyledText] {
    let mark = finding.severity == .error ? StyledText("  ✗ ", .bad) : StyledText("  ! ", .warning)
    let place = mark + StyledText(finding.place, .path)
    let message = StyledText(finding.message)
    guard let width, place.width + 2 + message.width > width else {
      return [place + StyledText(": ") + message]
    }
    return [place] + message.wrapped(to: width - 4).map { StyledText("    ") + $0 }
  }
}
