package import Names

/// What was running when a run was stopped.
package struct UnfinishedModule: Sendable, Equatable {
  package let id: ModuleID
  /// Its tests that had begun and not ended, by the names that their library prints.
  package let tests: [String]

  /// `log` is what the module printed up to then.
  package init(id: ModuleID, log: [String]) {
    self.id = id
    var begun: [String] = []
    for line in log {
      guard let word = Self.word(in: line) else { continue }
      if word.isBeginning {
        begun.append(word.name)
      } else if let index = begun.lastIndex(of: word.name) {
        begun.remove(at: index)
      }
    }
    tests = begun
  }

  /// `Test Case 'Parser.testReads' started at ...`, `◇ Test reads() started.`, `✔ Test reads() passed after ...`
  private static func word(in line: String) -> (name: String, isBeginning: Bool)? {
    if let mark = line.firstRange(of: "Test Case '") {
      let rest = line[mark.upperBound...]
      guard let end = rest.firstRange(of: "' ") else { return nil }
      return (String(rest[..<end.lowerBound]), rest[end.upperBound...].hasPrefix("started"))
    }
    guard let mark = line.firstRange(of: " Test "), ["◇", "✔", "✘", "➜"].contains(line[..<mark.lowerBound])
    else { return nil }
    let rest = line[mark.upperBound...]
    // Cases with arguments are part of their test, and the run itself is none.
    guard !rest.hasPrefix("case passing "), !rest.hasPrefix("run ") else { return nil }
    if rest.hasSuffix(" started.") { return (String(rest.dropLast(" started.".count)), true) }
    // The first of these ends the name, whatever words of a message follow.
    let ends = [" with ", " passed after ", " failed after ", " skipped", " recorded "].compactMap(
      rest.firstRange)
    guard let end = ends.min(by: { $0.lowerBound < $1.lowerBound }), !rest[end].hasPrefix(" recorded ") else {
      return nil
    }
    return (String(rest[..<end.lowerBound]), false)
  }
}
