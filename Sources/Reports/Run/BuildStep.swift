/// How far SwiftPM says a build is: `[12/48] Compiling Core Core.swift`.
package enum BuildStep {
  /// The last step that `output` mentions, as `12/48 Compiling Core Core.swift`.
  package static func last(in output: [UInt8]) -> String? {
    let lines = output.split(separator: UInt8(ascii: "\n"))
    for line in lines.reversed() where line.first == UInt8(ascii: "[") {
      if let step = step(in: LogText.line(line)) { return step }
    }
    return nil
  }

  static func step(in line: String) -> String? {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return nil }
    let counter = line[line.index(after: line.startIndex)..<end]
    let numbers = counter.split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil }) else { return nil }
    return String(counter + line[line.index(after: end)...])
  }
}
