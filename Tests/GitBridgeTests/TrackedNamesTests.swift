import Base
import TestSupport
import Testing

@testable import GitBridge

/// Which of Git's names something may have that lies on the disk under another one. No file system here takes composed and
/// decomposed letters for the same, so names are all that is compared.
@Suite struct TrackedNamesTests {
  private static func names(_ matching: NameMatching) throws -> (String) -> String? {
    let scene = try Scene()
    for name in ["Caf\u{e9}.swift", "Men\u{fc}/a.swift", "Men\u{fc}/b.swift", "Z"] {
      try scene.write("x", name)
    }
    try scene.commit()
    let index = try scene.open().workingTree().snapshot.index
    let tracked = TrackedNames(index, in: index.entries.indices, after: 0, matching)
    return { found in tracked.name(of: Array(found.utf8)).map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func decomposedNamesAreThoseThatGitComposed() throws {
    let name = try Self.names(NameMatching(ignoresCase: false, ignoresComposition: true))
    let found = try #require(name("Cafe\u{301}.swift"))
    #expect(Array(found.utf8) == Array("Caf\u{e9}.swift".utf8))
    #expect(name("Menu\u{308}").map { Array($0.utf8) } == Array("Men\u{fc}".utf8))
    // By its own name it is known already.
    #expect(name("Caf\u{e9}.swift") == nil && name("CAFE\u{301}.swift") == nil && name("Other") == nil)
  }

  @Test func soAreNamesOfAnotherCase() throws {
    let name = try Self.names(NameMatching(ignoresCase: true, ignoresComposition: true))
    #expect(name("CAFE\u{301}.SWIFT") == "Caf\u{e9}.swift" && name("z") == "Z" && name("DIR") == "dir")
  }
}
