import Graph
import Testing

/// A sentence of a host's documentation, in our words, and what follows from it.
struct DocumentedCase: Sendable, CustomTestStringConvertible {
  let sentence: String
  let file: String
  /// By path.
  let owners: [String: [String]]
  let problems: [String]

  init(_ sentence: String, _ file: String, _ owners: [String: [String]], problems: [String] = []) {
    self.sentence = sentence
    self.file = file
    self.owners = owners
    self.problems = problems
  }

  var testDescription: String { sentence }

  func check(_ dialect: CodeOwners.Dialect) {
    for (path, expected) in owners {
      #expect(OwnershipTests.owners(file, dialect, of: path) == expected, "\(path)")
    }
    #expect(parse(file, dialect).problems.map(\.code) == problems)
  }
}
