/// `--filter`: which test cases to run, by a regular expression found anywhere in `Module.Suite/case`.
package struct CaseFilter: Sendable, Equatable, Codable {
  package let pattern: String

  package init(_ pattern: String) throws(RunError) {
    do {
      _ = try Regex(pattern)
    } catch {
      throw RunError(
        code: "invalid-filter", "the filter \"\(pattern)\" is not a regular expression: \(error)")
    }
    self.pattern = pattern
  }

  /// A `Regex` cannot be shared between threads, so it is made anew for each list.
  func wanted(_ names: [String]) -> Set<String> {
    guard let regex = try? Regex(pattern) else { return Set(names) }
    return Set(names.filter { $0.contains(regex) })
  }
}
