import Base
import Graph
import Testing

@testable import Features
@testable import Xcode

@Suite("The affected bundles of schemes")
struct AffectedXcodeTests {
  private static let search = RelativePath("Packages/Search")

  private static func answer(mayHaveMore: Bool) throws -> AffectedXcode {
    let scheme = XcodeScheme(
      file: RelativePath("Search.xcscheme"), name: "Search", container: search, makesPlan: true,
      definition: SHA256.digest(of: []))
    let bundle = ModuleID(package: search, name: "SearchTests")
    let entry = TestCatalog.Entry(scheme: scheme, plan: nil, bundles: [bundle], mayHaveMore: mayHaveMore)
    return AffectedXcode([entry], affected: [bundle], skipped: [])
  }

  @Test("no bundle is named where the scheme may have bundles that nobody knows")
  func unknownBundles() throws {
    func bundles(_ answer: AffectedXcode) throws -> [String?]? {
      let jobs = try JSONParser.parse(Array(answer.matrix.utf8)).arrayValue
      return jobs?.first?["bundles"]?.arrayValue?.map(\.stringValue)
    }
    #expect(try bundles(Self.answer(mayHaveMore: false)) == ["SearchTests"])
    let open = try Self.answer(mayHaveMore: true)
    #expect(try bundles(open) == [])
    #expect(open.schemes == "Search\n" && !open.isEmpty)
  }
}
