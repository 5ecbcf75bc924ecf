/// Asks `git check-ignore` what many patterns match, in one process.
package enum GitIgnoreOracle {
  package struct Question: Sendable, Hashable {
    package let pattern: String
    package let path: String

    package init(pattern: String, path: String) {
      self.pattern = pattern
      self.path = path
    }
  }

  /// Which of the questions Git answers with "ignored". Each pattern gets a folder with its own
  /// `.gitignore`; the paths need not exist.
  package static func ignored(_ questions: [Question]) throws -> Set<Question> {
    let folder = try TemporaryFolder()
    _ = try OracleTool.output(of: ["git", "init", "-q"], in: folder)
    var folders: [String: Int] = [:]
    var input: [UInt8] = []
    for question in questions {
      let known = folders[question.pattern]
      let number = known ?? folders.count
      if known == nil {
        folders[question.pattern] = number
        try folder.write(question.pattern + "\n", to: "d\(number)/.gitignore")
      }
      input += Array("d\(number)/\(question.path)".utf8) + [0]
    }
    let arguments = ["git", "check-ignore", "--no-index", "-z", "--stdin"]
    let output = try OracleTool.output(of: arguments, input: input, in: folder)
    let ignored = Set(output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    return Set(questions.filter { ignored.contains("d\(folders[$0.pattern] ?? -1)/\($0.path)") })
  }
}
