import Testing

@testable import Base
@testable import Runner

/// Whom a program feeds that a build runs.
@Suite struct ToolFeedsTests {
  private static let users = ["A:One", "A:Two", "B:One", "B:Three"].map(Self.module)

  private static func module(_ text: String) -> ModuleID {
    let parts = text.split(separator: ":").map(String.init)
    return ModuleID(package: RelativePath(parts[0]), name: parts[1])
  }

  private let feeds = ToolFeeds(
    scratch: "/w/.build/main", fed: Self.users,
    modules: (Self.users + ["A:OneTests", "B:some-words", "C:Plain"].map(Self.module)).sorted(),
    packages: ["/w/A": "A", "/w/B": "B", "/w/C": "C"])

  private func asker(
    _ program: String, in folder: String = "/", _ words: [String] = [], group: Int32 = 7
  ) -> FileAccess.Asker {
    FileAccess.Asker(program: program, folder: folder, words: words, group: group)
  }

  private func fed(_ asker: FileAccess.Asker, _ paths: [String] = ["/w/x"]) -> [String]? {
    let reads = feeds.reads(ObservedFiles(paths.map { FileAccess($0, .read, asker: asker) }))
    return reads.first?.modules.map { "\($0.package):\($0.name)" }
  }

  @Test func whomAToolWritesFor() {
    let tool = asker("/w/.build/main/debug/Tool-tool")
    #expect(
      fed(tool, ["/w/x", "/w/.build/main/plugins/outputs/a/Two/destination/P/Made.swift"]) == ["A:Two"])
    // Two packages may have targets of one name.
    #expect(
      fed(tool, ["/w/.build/main/plugins/outputs/a/One/destination/P/Made.swift"]) == ["A:One", "B:One"])
    let shell = asker("/usr/bin/dash", ["/bin/sh", "-c", "x >/w/.build/main/plugins/outputs/b/Three/P/y"])
    #expect(fed(shell) == ["B:Three"])
  }

  @Test func whomAPluginIsRunFor() {
    let plugin = "/w/.build/main/plugins/cache/P"
    #expect(fed(asker(plugin, in: "/w/A", [plugin])) == ["A:One", "A:Two"])
    #expect(fed(asker(plugin, in: "/w/C", [plugin])) == Self.users.map { "\($0.package):\($0.name)" })
    #expect(fed(asker(plugin, in: "/elsewhere", [plugin])) == Self.users.map { "\($0.package):\($0.name)" })
  }

  @Test func whoExpandsAMacro() {
    let words = ["swiftc", "-module-name", "some_words", "-c"]
    #expect(fed(asker("/w/.build/main/debug/M-tool", words)) == ["B:some-words"])
  }

  @Test func whatAManifestDescribes() {
    let words = ["/tmp/x/a-manifest", "-fileno", "3", "-context", #"{"packageDirectory":"\/w\/A"}"#]
    #expect(fed(asker("/tmp/x/a-manifest", words)) == ["A:One", "A:OneTests", "A:Two"])
  }

  @Test func othersFeedNobody() {
    #expect(fed(asker("/usr/bin/git", in: "/w/A", ["git", "status"])) == nil)
    #expect(feeds.reads(ObservedFiles([FileAccess("/w/x", .read)])).isEmpty)
  }

  @Test func eachToolIsToldOnceForTheSameModules() {
    let files = [7, 8].map { group in
      FileAccess(
        "/w/\(group)", .read, asker: asker("/w/.build/main/plugins/cache/P", in: "/w/A", group: group))
    }
    let reads = feeds.reads(ObservedFiles(files))
    #expect(reads.map(\.tool) == ["P"])
    #expect(Set(reads.flatMap { $0.files.accesses.map(\.path) }) == Set(files.map(\.path)))
  }
}
