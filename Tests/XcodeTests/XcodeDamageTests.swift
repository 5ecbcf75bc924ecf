import Base
import TestSupport
import Testing

@testable import Xcode

/// Files that are no project: each is refused with a sentence that says why.
@Suite struct XcodeDamageTests {
  private func problem(_ bytes: [UInt8]) -> XcodeProblem? {
    do {
      _ = try XcodeProject(reading: bytes, container: XcodeFixture.container)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("", "the file is empty", 1),
      (
        "<?xml version=\"1.0\"?><plist/>", "the file is not in Xcode's format: it is a property list in XML",
        1
      ),
      ("{\"objects\": {}}", "the file is not in Xcode's format: it is JSON", 1),
      ("{}", "the project file has no \"objects\"", nil),
      ("{objects = {};}", "the project file has no \"rootObject\"", nil),
      ("{objects = {};\nrootObject = a;}", "the object of \"rootObject\" is not a PBXProject", 2),
      ("{objects = {\n<<<<<<< HEAD\na = b;", "the file has an unresolved Git conflict", 2),
      ("{\na = b;\n=======\n", "the file has an unresolved Git conflict", 3),
      ("{\n>>>>>>> main\n}", "the file has an unresolved Git conflict", 2),
      ("{\na = b;\nc d;\n}", "\"=\" is expected after a key", 3),
    ] as [(String, String, Int?)])
  func otherFilesAreRefused(text: String, message: String, line: Int?) {
    let expected = XcodeProblem(message, in: "App/Shop.xcodeproj/project.pbxproj", line: line)
    #expect(problem(Array(text.utf8)) == expected)
  }

  /// Far more objects than a stack has room for.
  @Test(
    arguments: [
      ("children = (#, ); sourceTree = \"<group>\";", "groups contain each other, or are nested too deeply"),
      ("fileRef = #;", "objects are nested too deeply"),
    ])
  func longChainsOfObjectsAreRefused(keys: String, message: String) throws {
    let chain = (0..<20_000).map { number in
      "c\(number) = {isa = PBXGroup; path = \"\"; \(keys.replacing("#", with: "c\(number + 1)")) };"
    }
    let text = Self.text
      .replacing("fileRef = f; };", with: "fileRef = c19999; other = c0; };")
      .replacing("};\nrootObject", with: chain.joined(separator: "\n") + "\n};\nrootObject")
    let unknown = try XcodeProject(reading: Array(text.utf8), container: XcodeFixture.container).unknown
    #expect(unknown.contains { $0.message == message }, "\(unknown.prefix(3))")
  }

  @Test func objectsThatNameEachOtherManyTimesStaySmall() throws {
    let chain = (0..<30).map { number in
      "c\(number) = {isa = PBXBuildFile; x = c\(number + 1); y = c\(number + 1); };"
    }
    let text = Self.text
      .replacing("fileRef = f; };", with: "fileRef = f; other = c0; };")
      .replacing("};\nrootObject", with: chain.joined(separator: "\n") + "\n};\nrootObject")
    let reader = try ProjectReader(
      reading: Array(text.utf8), container: XcodeFixture.container, neutral: NeutralSettings())
    #expect(reader.targets().count == 1)
    #expect(reader.serialised.count > 30)
    #expect(reader.serialised.values.allSatisfy { $0.count <= 1024 })
  }

  @Test func everyPrefixIsRefused() {
    let bytes = Array(Self.text.utf8)
    #expect(problem(bytes) == nil)
    #expect(bytes.indices.filter { problem(Array(bytes[..<$0])) == nil } == [])
  }

  /// Nothing crashes or hangs, and what is refused is refused with a line or a name.
  @Test(arguments: [(text, 10_000), (XcodeFixture.text, 200)])
  func randomEditsAreReadOrRefused(text: String, rounds: Int) {
    let seed: UInt64 = 27
    var random = SeededGenerator(seed: seed)
    let original = Array(text.utf8)
    for round in 0..<rounds {
      var edited = original
      for _ in 0..<Int.random(in: 1...3, using: &random) { edited.edit(with: Self.marks, &random) }
      if let problem = problem(edited), problem.line == nil, !problem.message.contains("has no") {
        Issue.record("seed \(seed), round \(round): \(problem)")
      }
    }
  }

  private static let marks = Array("{}()<>;,=\"'/*\\ \nabc0".utf8)

  /// Ids of one letter, so that edits make objects name each other.
  private static let text = """
    {objects = {
    a = {isa = PBXProject; mainGroup = g; targets = (t, ); buildConfigurationList = l; attributes = {x = <00>; }; };
    t = {isa = PBXNativeTarget; name = T; buildPhases = (p, ); dependencies = (d, ); buildConfigurationList = l; };
    p = {isa = PBXSourcesBuildPhase; files = (b, c, ); };
    b = {isa = PBXBuildFile; fileRef = f; };
    c = {isa = PBXBuildFile; fileRef = v; };
    d = {isa = PBXTargetDependency; target = t; };
    g = {isa = PBXGroup; children = (f, v, h, ); path = "G\\U0041"; sourceTree = "<group>"; };
    h = {isa = PBXGroup; children = (f, ); sourceTree = "<group>"; };
    v = {isa = PBXVariantGroup; children = (e, ); sourceTree = "<group>"; };
    f = {isa = PBXFileReference; path = F.swift; sourceTree = "<group>"; };
    e = {isa = PBXFileReference; path = E.strings; sourceTree = "<group>"; };
    l = {isa = XCConfigurationList; buildConfigurations = (r, ); };
    r = {isa = XCBuildConfiguration; baseConfigurationReference = f; buildSettings = {S = (a, b, ); }; name = R; };
    };
    rootObject = a;
    }
    """
}
