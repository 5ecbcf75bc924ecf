import Base
import Graph
import Runner
import TestSupport
import Testing

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

  private static var scene: TaskKeyInputs {
    TaskKeyInputs(
      instance(), toolchain: "6.2", host: HostIdentity(system: "debian", version: "12", libc: "glibc"),
      variables: ["MODE": "x", "OTHER": nil], programs: [.init("program", content: "1")],
      files: [.init("Core/a", content: "file 1"), .init("Core/b", content: "file 2")],
      before: [.init(before, key: SHA256.digest(of: [2]), outputs: [file("x")])])
  }

  private static let variations: [(String, @Sendable (inout TaskKeyInputs) -> Void)] = [
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
    ("programs content", { $0.programs = [.init("program", content: "2")] }),
    ("programs more", { $0.programs.append(.init("interpreter", content: "1")) }),
    ("files content", { $0.files[0] = .init("Core/a", content: "file 3") }),
    ("files mode", { $0.files[0] = .init("Core/a", content: "executable 1") }),
    ("files path", { $0.files[0] = .init("Core/c", content: "file 1") }),
    ("files fewer", { $0.files.removeLast() }),
    (
      "files swapped",
      { $0.files = [.init("Core/a", content: "file 2"), .init("Core/b", content: "file 1")] }
    ),
    (
      "before id",
      { $0.before = [.init(TaskID("pro", place), key: SHA256.digest(of: [2]), outputs: [file("x")])] }
    ),
    ("before key", { $0.before = [.init(before, key: SHA256.digest(of: [4]), outputs: [file("x")])] }),
    ("before no key", { $0.before = [.init(before, key: nil, outputs: [file("x")])] }),
    ("before content", { $0.before = [.init(before, key: SHA256.digest(of: [2]), outputs: [file("y")])] }),
    (
      "before mode",
      { $0.before = [.init(before, key: SHA256.digest(of: [2]), outputs: [file("x", permissions: 0o755)])] }
    ),
    ("before nothing made", { $0.before = [.init(before, key: SHA256.digest(of: [2]), outputs: [])] }),
    (
      "before link",
      {
        $0.before = [
          .init(before, key: SHA256.digest(of: [2]), outputs: [TaskOutput("Core/out/a", .link([1]))])
        ]
      }
    ),
  ]

  @Test func everyIngredientChangesTheKey() {
    var digests: [SHA256Digest: String] = [TaskKey(Self.scene).digest: "the scene"]
    for (name, change) in Self.variations {
      var scene = Self.scene
      change(&scene)
      let digest = TaskKey(scene).digest
      #expect(digests[digest] == nil, "\(name) is the same as \(digests[digest] ?? "")")
      digests[digest] = name
    }
    #expect(TaskKey(Self.scene).digest == TaskKey(Self.scene).digest)
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
