import History
import Names
import Terminal

extension HistoryText {
  /// People read the first few; scripts read all.
  private static let shown = 15

  static func slowest(
    _ modules: [ModuleDuration], _ cases: [CaseDuration], _ runs: Int, _ width: Int?
  ) -> [StyledText] {
    guard !modules.isEmpty else {
      return [StyledText("No test module passed in \(Wording.count(runs, "run"))")]
    }
    var table = Table(columns: [.init(), .init(truncation: .middle, narrowest: 20), .init(.right), .init()])
    for module in modules.prefix(shown) {
      table.add([
        "", StyledText(module.id.description, .module), StyledText(duration(module.seconds), .count),
        StyledText("of \(Wording.count(module.passes, "pass", "passes"))", .dim),
      ])
    }
    var lines = [StyledText("Slowest test modules", .heading)] + table.lines(width: width)
    lines += more(modules.count - shown)
    guard !cases.isEmpty else { return lines }
    table = Table(columns: [
      .init(), .init(truncation: .middle, narrowest: 20), .init(.right), .init(truncation: .middle),
    ])
    for test in cases.prefix(shown) {
      table.add([
        "", StyledText(test.name), StyledText(duration(test.seconds), .count),
        StyledText("//\(test.module.package)", .dim),
      ])
    }
    lines += ["", StyledText("Slowest test cases", .heading)] + table.lines(width: width)
    return lines + more(cases.count - shown)
  }

  static func flaky(_ modules: [FlakyModule], _ runs: Int, _ now: Int, _ width: Int?) -> [StyledText] {
    guard !modules.isEmpty else {
      return [StyledText("Nothing is flaky", .good) + StyledText(" in \(Wording.count(runs, "run"))")]
    }
    return Array(modules.map { lines($0, now, width) }.joined(separator: [""]))
  }

  private static func lines(_ module: FlakyModule, _ now: Int, _ width: Int?) -> [StyledText] {
    let times = module.retried + module.contradicted
    var causes: [String] = []
    if module.retried > 0 { causes.append("passed after a retry \(count(module.retried))") }
    if module.contradicted > 0 {
      causes.append("failed with inputs that also passed \(count(module.contradicted))")
    }
    var table = Table(columns: [.init(), .init(truncation: .middle, narrowest: 20), .init()])
    for test in module.cases.prefix(shown) {
      table.add(["", StyledText(test.name), StyledText("failed \(count(test.failures))", .dim)])
    }
    return [
      StyledText(module.id.description, .module)
        + StyledText(" \(times) of \(Wording.count(module.runs, "run"))", .bad)
        + StyledText(", last \(Age.text(of: module.last, now: now))", .dim),
      StyledText("  \(causes.joined(separator: ", "))"),
    ] + table.lines(width: width) + more(module.cases.count - shown)
  }

  private static func count(_ times: Int) -> String { times == 1 ? "once" : "\(times) times" }
}
