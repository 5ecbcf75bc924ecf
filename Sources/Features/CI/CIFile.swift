import Base

/// A CI file, read line by line. Ambit knows YAML by its indentation only.
struct CIFile {
  let path: String
  let lines: [Substring]
  let calls: [AmbitCall]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    calls = AmbitCall.calls(in: text)
  }

  var isOfGitLab: Bool {
    path.contains("gitlab") || lines.contains { $0.hasPrefix("stages:") || $0.contains("$CI_") }
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

    /// The value of a key below `with:`.
    func value(of key: String) -> String? {
      settings.first { $0.hasPrefix("\(key):") }.map { line in
        String(line.dropFirst(key.count + 1).filter { !" \"'".contains($0) })
      }
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
