import Support
import Testing

@testable import Extraction

/// Where an import goes among those that are there.
@Suite struct ImportTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ description: String, _ before: String, _ after: String) {
      (testDescription, self.before, self.after) = (description, before, after)
    }
  }

  private func added(_ name: String, to text: String) -> String {
    let bytes = Array(text.utf8)
    return String(
      decoding: TextReplacement.apply(
        [ImportText(SourceText(bytes)).adding(name, prefix: "import ")], to: bytes), as: UTF8.self)
  }

  @Test(
    arguments: [
      Case("between", "import A\nimport Z\n\nlet x = 1\n", "import A\nimport M\nimport Z\n\nlet x = 1\n"),
      Case("in front", "import Z\n", "import M\nimport Z\n"),
      Case("behind", "import A\nlet x = 1\n", "import A\nimport M\nlet x = 1\n"),
      Case("without an end", "import A", "import A\nimport M"),
      Case("lines of Windows", "import A\r\nlet x = 1\r\n", "import A\r\nimport M\r\nlet x = 1\r\n"),
      Case(
        "before those of tests", "import A\n@testable import B\n", "import A\nimport M\n@testable import B\n"),
      Case(
        "never under a condition", "#if canImport(Z)\nimport Z\n#endif\nimport A\n",
        "#if canImport(Z)\nimport Z\n#endif\nimport A\nimport M\n"),
      Case("none yet", "let x = 1\n", "import M\n\nlet x = 1\n"),
      Case(
        "behind a head", "// Prices.\n\n/// A price.\nstruct P {}\n",
        "// Prices.\n\nimport M\n\n/// A price.\nstruct P {}\n"),
      Case(
        "a comment of the first thing", "/// A price.\nstruct P {}\n",
        "import M\n\n/// A price.\nstruct P {}\n"),
      Case("nothing at all", "", "import M\n\n"),
      Case("words in a comment", "// import Z\nimport A\n", "// import Z\nimport A\nimport M\n"),
    ])
  func adding(_ one: Case) {
    #expect(added("M", to: one.before) == one.after)
  }

  private func followed(
    _ text: String, isTestable: Bool = false, declarations: Set<String> = [], isPublic: Bool = false,
    byDefault: Bool = false
  ) -> String {
    let bytes = Array(text.utf8)
    let imports = ImportText(SourceText(bytes))
    return String(
      decoding: TextReplacement.apply(
        imports.following(
          "New", insteadOf: "Old", isTestable: isTestable, declarations: declarations, isPublic: isPublic,
          byDefault: byDefault),
        to: bytes),
      as: UTF8.self)
  }

  @Test func anImportFollowsAsTheOldOneIsWritten() {
    #expect(followed("import Old\n") == "import New\nimport Old\n")
    #expect(followed("public import Old\n") == "public import New\npublic import Old\n")
    #expect(followed("@_exported import Old\n") == "@_exported import New\n@_exported import Old\n")
    #expect(
      followed("@testable import Old\n", isTestable: true) == "@testable import New\n@testable import Old\n")
    #expect(followed("import struct Old.Price\n", declarations: ["Price"]) == "import struct New.Price\n")
    #expect(
      followed("import struct Old.Other\n", declarations: ["Price"]).contains("import struct Old.Other\n"))
  }

  @Test func anImportIsAsPublicAsItHasToBe() {
    #expect(followed("public import Old\n", byDefault: true) == "import New\npublic import Old\n")
    #expect(
      followed("internal import Old\n", isPublic: true) == "public import New\ninternal import Old\n")
    #expect(
      followed("@preconcurrency import Old\n", isPublic: true)
        == "public @preconcurrency import New\n@preconcurrency import Old\n")
  }

  @Test func importsBecomePublic() {
    let text =
      "import A\ninternal import B\n@preconcurrency package import C\npublic import D\n@_exported import E\n"
    let imports = ImportText(SourceText(Array(text.utf8)))
    #expect(imports.hidden(byDefault: true) == ["A", "B", "C"])
    #expect(imports.hidden(byDefault: false) == ["B", "C"])
    let changes = ["A", "B", "C", "D", "E"].flatMap { imports.publishing($0) }
    #expect(
      String(decoding: TextReplacement.apply(changes, to: Array(text.utf8)), as: UTF8.self)
        == "public import A\npublic import B\npublic @preconcurrency import C\npublic import D\n@_exported import E\n"
    )
  }

  @Test func allImportsOfOneBecomeThoseOfAnother() {
    let bytes = Array("import Old\nimport Older\n@testable import Old // Old\n".utf8)
    let changed = TextReplacement.apply(ImportText(SourceText(bytes)).replacing("Old", by: "New"), to: bytes)
    #expect(
      String(decoding: changed, as: UTF8.self) == "import New\nimport Older\n@testable import New // Old\n")
  }
}
