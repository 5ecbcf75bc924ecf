import Base
import Testing

@testable import Runner

/// The names are those that a compiler gave.
@Suite struct CompiledCasesTests {
  private func cases(_ names: [String], isListed: Bool = true) -> CompiledCases {
    let text = names.map { "\0\($0)" }.joined() + "\0$"
    return CompiledCases(in: ProgramText(Array(text.utf8)), of: ["ATests", "BTests"], isListed: isListed)
  }

  private static let initializers = [
    "$s6ATests12ClosureTestsC4name04testB0ACSS_y6XCTest0F4CaseCKctcfc",
    "$s6ATests4BaseC4name11testClosureACSS_y6XCTest0F4CaseCKctcfc",
  ]

  private static let methods = [
    "$s6ATests12ClosureTestsC15testInExtensionyyF", "$s6ATests12ClosureTestsC8testMainyyKF",
    "$s6ATests12ClosureTestsC9testAsyncyyYaKF", "$s6ATests4BaseC04testB0yyF",
  ]

  /// Private, with a parameter, with a result, static, of a class that is no XCTestCase, no test at all.
  private static let others = [
    "$s6ATests12ClosureTestsC11testPrivate33_E19A9149ACD1D56A2FF02E0BC36F4762LLyyF",
    "$s6ATests12ClosureTestsC8testWithyySiF", "$s6ATests12ClosureTestsC11testReturnsSiyF",
    "$s6ATests12ClosureTestsC10testStaticyyFZ", "$s6ATests6HelperC11testNothingyyF",
    "$s6ATests12ClosureTestsC5setUpyyF", "$s6CTests1TC5testXyyF",
  ]

  @Test(.enabled(if: HostPlatform.isLinux)) func whatSwiftPMWouldFindIsACase() {
    let found = cases(Self.initializers + Self.methods + Self.others)
    #expect(found.xctest.keys.sorted() == ["ATests"])
    #expect(
      found.unlisted(of: "ATests", among: ["ClosureTests/testMain", "Outer.Base/testBase"]) == [
        "ClosureTests/testAsync", "ClosureTests/testInExtension",
      ])
    #expect(found.unlisted(of: "BTests", among: []).isEmpty)
    #expect(found.swiftTesting.isEmpty && !found.isSurelyEmpty("ATests"))
  }

  /// The names of methods of `class T: XCTestCase`, and whether they are cases.
  @Test(
    .enabled(if: HostPlatform.isLinux),
    arguments: [
      ("8test33_ayyF", "T/test33_a"), ("5testAyyAA9LongErrorVYKF", "T/testA"),
      ("5testByyYaAA5OuterO7MyErrorOYKF", "T/testB"), ("5testFyyScEYKF", "T/testF"),
      ("5testHyyYaYbF", nil), ("5testKyyYbAA9LongErrorVYKF", nil),
      ("5testCSiyAA5OuterO7MyErrorOYKF", nil), ("6testyySiyAA5OuterO7MyErrorOYKF", nil),
      ("8testPriv33_7CCB2373E5BA7E6EF904AA8CFE01A27CLLyyF", nil),
    ] as [(String, String?)])
  func methodsOfEveryFormAreCases(name: String, testCase: String?) {
    let found = cases([
      "$s6ATests1TC4name11testClosureACSS_y6XCTest0E4CaseCKctcfc",
      "$s6ATests1TC\(name)",
    ])
    #expect(found.unlisted(of: "ATests", among: []) == [testCase].compactMap(\.self))
  }

  @Test func wordsOfEarlierNamesAreReadInTypes() {
    let names = ["5testAyyAA0dB0VYKF", "5testByyYaAA5OuterO02MyB0OYKF", "5testCSiyAA5OuterO02MyB0OYKF"]
    #expect(
      names.map { CompiledName("$s10MTestError8TestLongC\($0)".utf8).takesAndReturnsNothing } == [
        true, true, false,
      ])
  }

  @Test func whatIsListedByHandMayHoldCases() {
    #expect(!cases(Self.initializers + Self.methods, isListed: false).isSurelyEmpty("ATests"))
    #expect(!cases(["$s6ATests6HelperC4workyyF"], isListed: false).isSurelyEmpty("ATests"))
    #expect(cases(["$s6ATests6HelperC4workyyF"]).isSurelyEmpty("ATests"))
  }

  /// With a list that somebody wrote by hand what is not in there is left out on purpose.
  @Test func whatIsListedByHandIsNotHeldAgainstTheProduct() {
    #expect(cases(Self.initializers + Self.methods, isListed: false).xctest.isEmpty)
  }

  @Test func testsOfSwiftTestingAreSeen() {
    let test = "$s6BTests4free4TestfMp_33testContentRecord112e280afb3cd8e0fMu_"
    let suite = "$s6ATests44$s6ATests1S5SuitefMp_17testContentRecordfMu_33_24199B85AE8B4F85LLvp"
    let found = cases([test, suite])
    #expect(found.swiftTesting == ["BTests"])
    #expect(found.isSurelyEmpty("ATests"), "a suite without tests")
    #expect(!cases([]).isSurelyEmpty("ATests"), "a product without names")
  }
}
