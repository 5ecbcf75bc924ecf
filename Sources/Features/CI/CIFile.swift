import Base

/// A CI file, read line by line. Ambit knows YAML by its indentation only.
struct CIFile {
  let path: String
  let lines: [Substring]
  let calls: [AmbitCall]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    calls = AmbitCall.calls(in: Self.unfolded(lines))
  }

  /// The lines, with those of each block that begins with `>` going on with `\`.
  private static func unfolded(_ lines: [Substring]) -> String {
    var depth: Int?
    return lines.map { line in
      if let outer = depth, isText(line), indentation(line) > outer { return "\(line) \\" }
      let isFolded = [": >", "- >", ": >-", "- >-"].contains(where: line.hasSuffix)
      let ended = depth == nil ? "" : "\n"
      depth = isFolded ? indentation(line) : nil
      return isFolded ? "\(line.prefix { $0 != ">" }) \\" : "\(ended)\(line)"
    }.joined(separator: "\n")
  }

  var isOfGitLab: Bool {
    guard !path.contains(".github/"), !contains("runs-on:") else { return false }
    return path.contains("gitlab") || contains("script:") && lines.contains { $0.hasPrefix("stages:") }
  }

  func contains(_ word: String) -> Bool { lines.contains { Self.code($0).contains(word) } }

  /// A line without its comment.
  private static func code(_ line: Substring) -> Substring {
    line.firstRange(of: " #").map { line[..<$0.lowerBound] }
      ?? (line.drop { $0 == " " }.hasPrefix("#") ? "" : line)
  }

  private static func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

  private static func isText(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return !text.isEmpty && !text.hasPrefix("#")
  }
}

// MARK: Jobs and steps of GitHub Actions

extension CIFile {
  /// The ranges of lines of the jobs.
  var jobs: [Range<Int>] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("jobs:") }) else { return [] }
    let inside = lines[(start + 1)...].prefix { !Self.isText($0) || $0.hasPrefix(" ") }
    guard let depth = inside.first(where: Self.isText).map(Self.indentation) else { return [] }
    let starts = inside.indices.filter { Self.isText(lines[$0]) && Self.indentation(lines[$0]) == depth }
    return zip(starts, starts.dropFirst() + [inside.endIndex]).map { $0..<$1 }
  }

  func calls(in job: Range<Int>) -> [AmbitCall] { calls.filter { job.contains($0.line - 1) } }

  func contains(_ word: String, in job: Range<Int>) -> Bool {
    lines[job].contains { Self.code($0).contains(word) }
  }

  /// A step that checks out the repository.
  struct Checkout {
    let line: Int
    private let settings: [Substring]

    fileprivate init(line: Int, _ step: ArraySlice<Substring>) {
      self.line = line
      settings = step.map { CIFile.code($0).drop { " -".contains($0) } }
    }

    /// The value of a key below `with:`, or behind it: `with: {fetch-depth: 0}`.
    func value(of key: String) -> String? {
      for line in settings {
        let text = line.filter { !" \"'".contains($0) }
        let start = text.hasPrefix("with:{") ? text.dropFirst("with:{".count) : text[...]
        for part in start.split(separator: ",") where part.hasPrefix("\(key):") {
          return String(part.dropFirst(key.count + 1).prefix { $0 != "}" })
        }
      }
      return nil
    }
  }

  func checkouts(in job: Range<Int>) -> [Checkout] {
    job.filter { Self.code(lines[$0]).contains("actions/checkout@") }.map { use in
      let start = lines[job.lowerBound...use].lastIndex { $0.drop { $0 == " " }.hasPrefix("- ") } ?? use
      let depth = Self.indentation(lines[start])
      let rest = lines[(start + 1)..<job.upperBound]
      let step = rest.prefix { !Self.isText($0) || Self.indentation($0) > depth }
      return Checkout(line: use + 1, [lines[start]] + step)
    }
  }
}
