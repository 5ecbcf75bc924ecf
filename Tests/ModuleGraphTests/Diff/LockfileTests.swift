import Base
import Graph
import Testing

@Suite struct LockfileTests {
  private static let first = """
    {"object": {"pins": [
      {"package": "Log", "repositoryURL": "https://example.com/a/Log.git",
       "state": {"branch": null, "revision": "11", "version": "1.0.0"}}]}, "version": 1}
    """
  private static let second = """
    {"pins": [{"identity": "log", "kind": "remoteSourceControl", "location": "https://example.com/a/Log.git",
      "state": {"revision": "11", "version": "1.0.0"}}], "version": 2}
    """
  private static let third = """
    {"originHash": "ab", "pins": [
      {"state": {"version": "1.0.0", "revision": "11"}, "location": "https://example.com/a/Log.git",
       "kind": "remoteSourceControl", "identity": "log"}
    ], "version": 3}
    """

  private func lockfile(_ text: String) throws -> Lockfile { try Lockfile(parsing: Array(text.utf8)) }

  private func changed(_ old: String, _ new: String) throws -> Set<String> {
    try lockfile(new).changedIdentities(since: lockfile(old))
  }

  @Test(arguments: [first, second, third]) func everyVersionIsRead(text: String) throws {
    #expect(try lockfile(text).pins.keys.sorted() == ["log"])
  }

  @Test func layoutAndOriginHashDoNotCount() throws {
    #expect(try changed(Self.second, Self.third).isEmpty)
    #expect(try changed(Self.third, Self.third.replacing("\"ab\"", with: "\"cd\"")).isEmpty)
  }

  @Test(arguments: [
    ("\"11\"", "\"12\""), ("\"1.0.0\"", "\"1.0.1\""), ("/a/Log.git", "/b/Log.git"),
    ("remoteSourceControl", "localSourceControl"), ("\"version\": \"1.0.0\", ", ""),
  ])
  func whatAPinSaysCounts(old: String, new: String) throws {
    #expect(try changed(Self.third, Self.third.replacing(old, with: new)) == ["log"])
  }

  @Test func pinsThatComeAndGoCount() throws {
    let none = "{\"pins\": [], \"version\": 2}"
    #expect(try changed(none, Self.second) == ["log"])
    #expect(try changed(Self.second, none) == ["log"])
  }

  @Test(arguments: ["", "{}", "{\"pins\": 1}", "{\"pins\": [{}]}", "<<<<<<< HEAD"])
  func anythingElseIsRefused(text: String) {
    #expect(throws: JSONError.self) { try lockfile(text) }
  }
}
