import Base
import TestSupport
import Testing

@testable import Features
@testable import Graph

/// Every ingredient of a key changes it.
@Suite struct TaskKeyTests {
  private static let place = TaskPlace.package("Core")

  private static func instance(_ change: (inout TaskConfig) -> Void = { _ in }, in place: TaskPlace = place)
    -> TaskInstance
  {
    var config = TaskConfig(name: "gen", command: ["tool", "a", "b"])
    config.outputs = [TaskPattern("out/**")]
    config.env = ["MODE"]
    change(&config)
    return TaskInstance(config, in: place, modules: [])
  }

  private static func file(_ text: String, size: Int = 1, permissions: UInt16 = 0o644) -> TaskOutput {
    TaskOutput("Core/out/a", .file(SHA256.digest(of: Array(text.utf8)), size: size, permissions: permissions))
  }

  private static let before = TaskID("pre", place)

  private static func made(
    _ outputs: [TaskOutput] = [file("x")], key: SHA256Digest? = SHA256.digest(of: [2])
  ) -> MadeOutputs {
    MadeOutputs(key: key, outputs: outputs, files: [])
  }

  private static var scene: TaskKey {
    TaskKey(
      instance: instance(), toolchain: "6.2",
      host: HostIdentity(system: "debian", version: "12", libc: "glibc"),
      variables: ["MODE": "x", "OTHER": nil], programs: ["program": "1"],
      files: ["Core/a": "file 1", "Core/b": "file 2"],
      before: [before: made()])
  }

  private static let variations: [(String, @Sendable (inout TaskKey) -> Void)] = [
    ("toolchain", { $0.toolchain = "6.3" }),
    ("host.system", { $0.host = HostIdentity(system: "ubuntu", version: "12", libc: "glibc") }),
    ("host.version", { $0.host = HostIdentity(system: "debian", version: "13", libc: "glibc") }),
    ("host.libc", { $0.host = HostIdentity(system: "debian", version: "12", libc: "musl") }),
    ("instance name", { $0.instance = instance { $0.name = "gem" } }),
    ("instance place", { $0.instance = instance(in: .package("Core2")) }),
    ("instance module", { $0.instance = instance(in: .module(ModuleID(package: "Core", name: "Core"))) }),
    ("instance command", { $0.instance = instance { $0.command = ["tool", "a", "c"] } }),
    ("instance command words", { $0.instance = instance { $0.command = ["tool", "a b"] } }),
    ("instance command order", { $0.instance = instance { $0.command = ["tool", "b", "a"] } }),
    ("instance outputs", { $0.instance = instance { $0.outputs = [TaskPattern("out/*")] } }),
    ("variables value", { $0.variables["MODE"] = "y" }),
    ("variables unset", { $0.variables["MODE"] = .some(String?.none) }),
    ("variables empty", { $0.variables["OTHER"] = "" }),
    ("variables name", { $0.variables = ["MODE2": "x", "OTHER": nil] }),
    ("programs content", { $0.programs = ["program": "2"] }),
    ("programs more", { $0.programs["interpreter"] = "1" }),
    ("files content", { $0.files["Core/a"] = "file 3" }),
    ("files mode", { $0.files["Core/a"] = "executable 1" }),
    ("files path", { $0.files = ["Core/c": "file 1", "Core/b": "file 2"] }),
    ("files fewer", { $0.files["Core/b"] = nil }),
    ("files swapped", { $0.files = ["Core/a": "file 2", "Core/b": "file 1"] }),
    ("before id", { $0.before = [TaskID("pro", place): made()] }),
    ("before key", { $0.before = [before: made(key: SHA256.digest(of: [4]))] }),
    ("before no key", { $0.before = [before: made(key: nil)] }),
    ("before content", { $0.before = [before: made([file("y")])] }),
    ("before mode", { $0.before = [before: made([file("x", permissions: 0o755)])] }),
    ("before nothing made", { $0.before = [before: made([])] }),
    ("before link", { $0.before = [before: made([TaskOutput("Core/out/a", .link([1]))])] }),
    ("before none", { $0.before = [:] }),
  ]

  @Test func everyIngredientChangesTheKey() {
    var digests: [SHA256Digest: String] = [Self.scene.digest: "the scene"]
    for (name, change) in Self.variations {
      var scene = Self.scene
      change(&scene)
      let digest = scene.digest
      #expect(digests[digest] == nil, "\(name) is the same as \(digests[digest] ?? "")")
      digests[digest] = name
    }
    #expect(Self.scene.digest == Self.scene.digest)
  }

  /// A field that nobody thought of fails here.
  @Test func everyFieldIsVaried() {
    let fields = Mirror(reflecting: Self.scene).children.compactMap(\.label)
    for field in fields {
      #expect(
        Self.variations.contains { $0.0.split { $0 == " " || $0 == "." }.first == Substring(field) },
        "\(field)")
    }
    // What decides where and when it is looked at is not part of what it does.
    let leftOut: Set = ["match", "inputs", "dependsOn", "cache", "observe"]
    let config = Mirror(reflecting: TaskConfig(name: "x", command: ["x"])).children.compactMap(\.label)
    #expect(Set(config).subtracting(leftOut) == ["name", "command", "outputs", "env"])
  }

  @Test func outputsAreReadBackAsTheyWereWritten() {
    let outputs = [Self.file("x"), TaskOutput("a", .link(Array("../b".utf8))), TaskOutput("d", .folder)]
    #expect([TaskOutput](decoding: outputs.encoded[...]) == outputs)
    #expect(TaskOutput("a/b", .link(Array("../../c".utf8))).leadsOut)
    #expect(TaskOutput("a/b", .link(Array("/c".utf8))).leadsOut)
    #expect(!TaskOutput("a/b", .link(Array("../c".utf8))).leadsOut)
    #expect(!TaskOutput("a/b", .link(Array("./../a/./c".utf8))).leadsOut)
    // Where `c` leads nobody knows.
    #expect(TaskOutput("a/b", .link(Array("c/../d".utf8))).leadsOut)
  }

  /// Whoever wrote the record: it names nothing but files in the workspace.
  @Test func damagedPathsAreNoOutputs() {
    let good = RelativePath(unchecked: Array("Generated/x".utf8))
    #expect(TaskOutput(decoding: TaskOutput(good, .folder).encoded[...])?.path == good)
    let bad = [
      "Generated/../../../.ssh/x", "../x", "..", "", ".", "/etc/x", "a//b", "a/", "a/./b", "a/..", "a\u{0}b",
    ]
    for path in bad {
      let output = TaskOutput(RelativePath(unchecked: Array(path.utf8)), .folder)
      #expect(TaskOutput(decoding: output.encoded[...]) == nil, "\(path)")
    }
    for target in ["", "a\u{0}b"] {
      let output = TaskOutput(good, .link(Array(target.utf8)))
      #expect(TaskOutput(decoding: output.encoded[...]) == nil, "\(target)")
    }
  }
}
