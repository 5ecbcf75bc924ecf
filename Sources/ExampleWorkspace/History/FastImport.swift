/// Writes commits as a stream for `git fast-import`, so that one process makes the whole history.
struct FastImport {
  private(set) var bytes: [UInt8] = []
  private var marks = 0
  private var tips: [String: Int] = [:]

  /// Monday, 6 January 2025, nine o'clock. Each further commit is an hour later.
  private static let start = 1_736_154_000

  mutating func append(_ commit: ExampleHistory.Commit) {
    marks += 1
    let person = "\(commit.author) <\(commit.author.lowercased())@shop.example>"
    let date = "\(Self.start + (marks - 1) * 3_600) +0000"
    line("commit refs/heads/\(commit.branch)")
    line("mark :\(marks)")
    line("author \(person) \(date)")
    line("committer \(person) \(date)")
    data(commit.message + "\n")
    // A branch begins at the tip of main.
    if tips[commit.branch] == nil, let main = tips["main"] { line("from :\(main)") }
    tips[commit.branch] = marks
    for file in commit.files {
      line("M \(file.executable ? "100755" : "100644") inline \(file.path)")
      data(file.contents)
    }
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func data(_ text: String) {
    line("data \(text.utf8.count)")
    line(text)
  }
}
