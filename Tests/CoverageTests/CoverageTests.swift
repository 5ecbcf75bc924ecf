import Base
import Testing

@testable import SwiftSources

@Suite("Lines that were executed")
struct CoverageTests {
  private func parse(_ text: String) -> CoveredFiles? {
    TraceFile.parse(Array(text.utf8)) { RelativePath(Array($0)).relative(to: "w") }
  }

  @Test("a trace is read by file and line")
  func reading() throws {
    let found = try #require(
      parse(
        "TN:\nSF:w/a.swift\nFN:1,f\nFNDA:2,f\nDA:1,2\nDA:3,0\nBRDA:1,0,0,1\nLF:2\nLH:1\nend_of_record\n"
          + "SF:elsewhere/b.swift\nDA:1,1\nend_of_record\nSF:w/c.swift\nend_of_record\n"))
    #expect(found.files == ["a.swift": [1: 2, 3: 0], "c.swift": [:]])
    #expect(found.all == LineCoverage(covered: 1, total: 2) && found.all.percent == 50)
    #expect(LineCoverage().percent == nil)
  }

  @Test(
    "what is no trace is none",
    arguments: [
      "SF:w/a\n", "DA:1,1\n", "end_of_record\n", "SF:w/a\nSF:w/b\nend_of_record\n",
      "SF:w/a\nDA:0,1\nend_of_record\n",
      "SF:w/a\nDA:x,1\nend_of_record\n", "SF:w/a\nDA:1\nend_of_record\n", "SF:w/a\nDA:1,-1\nend_of_record\n",
    ])
  func damaged(_ text: String) { #expect(parse(text) == nil) }

  @Test("counts beyond all bounds are as large as can be")
  func large() {
    // LLVM writes -1 as the second one.
    for most in ["99999999999999999999999", "18446744073709551615"] {
      let found = parse("SF:w/a\nDA:1,\(most)\nDA:1,1\nend_of_record\nSF:w/a\nDA:1,\(most)\nend_of_record\n")
      #expect(found?.files["a"] == [1: .max])
      let merged = found.map { CoveredFiles.merged([$0, $0, CoveredFiles(["a": [1: 1]])]) }
      #expect(merged?.all == LineCoverage(covered: 1, total: 1))
    }
  }

  @Test("what several executed is their sum, in any order, and is written as it is read")
  func merging() throws {
    let one = CoveredFiles(["a": [1: 1, 2: 0], "b": [5: 0]])
    let two = CoveredFiles(["a": [2: 3, 4: 0], "c": [1: 1]])
    let both = CoveredFiles.merged([one, two])
    #expect(both.files == ["a": [1: 1, 2: 3, 4: 0], "b": [5: 0], "c": [1: 1]])
    #expect(CoveredFiles.merged([two, one]) == both && CoveredFiles.merged([both]) == both)
    #expect(CoveredFiles(decoding: both.encoded[...]) == both)
    #expect(TraceFile.parse(TraceFile.text(both)) { RelativePath(Array($0)) } == both)
    #expect(both.filtered { $0 == "b" }.all == LineCoverage(covered: 0, total: 1))
  }
}
