import Base
import Testing

@testable import Graph

/// One change of one field that must give another key.
struct KeyVariation: Sendable, CustomTestStringConvertible {
  /// `Type.field`, and after a space what about it, if it is varied more than once.
  let testDescription: String
  let change: @Sendable (inout KeyScene) -> Void

  init(_ field: String, _ change: @escaping @Sendable (inout KeyScene) -> Void) {
    testDescription = field
    self.change = change
  }

  var field: String { String(testDescription.prefix { $0 != " " }) }

  static var all: [KeyVariation] { surroundings + configuration + packages + targets + files }
}

// MARK: Around the modules

extension KeyVariation {
  private static let surroundings: [KeyVariation] = [
    KeyVariation("KeySurroundings.toolchain") { $0.surroundings.toolchain = "Swift 6.1" },
    KeyVariation("KeySurroundings.host") {
      $0.surroundings.host = HostIdentity(system: "ubuntu", version: "12", libc: "glibc 2.36")
    },
    KeyVariation("HostIdentity.system") {
      $0.surroundings.host = HostIdentity(system: "ubuntu", version: "12", libc: "glibc 2.36")
    },
    KeyVariation("HostIdentity.version") {
      $0.surroundings.host = HostIdentity(system: "debian", version: "13", libc: "glibc 2.36")
    },
    KeyVariation("HostIdentity.libc") {
      $0.surroundings.host = HostIdentity(system: "debian", version: "12", libc: "musl")
    },
    KeyVariation("KeySurroundings.platforms") { $0.surroundings.platforms = ["linux"] },
    KeyVariation("KeySurroundings.build") { $0.surroundings.build.configuration = "release" },
    KeyVariation("BuildSettings.engine") { $0.surroundings.build.engine = .swiftbuild },
    KeyVariation("BuildSettings.traits") { $0.surroundings.build.traits = RequestedTraits(all: true) },
    KeyVariation("BuildSettings.configuration") { $0.surroundings.build.configuration = "release" },
    KeyVariation("BuildSettings.arguments") { $0.surroundings.build.arguments = ["-Xswiftc", "-DA"] },
    KeyVariation("BuildSettings.buildArguments") {
      $0.surroundings.build.buildArguments = ["--static-swift-stdlib"]
    },
    KeyVariation("KeySurroundings.environment") { $0.surroundings.environment = ["MODE": "x"] },
    KeyVariation("KeySurroundings.testEnvironment") { $0.surroundings.testEnvironment = ["TZ": "UTC"] },
    KeyVariation("KeySurroundings.variables") { scene in
      scene.config.modules = [entry { $0.env = ["SEED"] }]
      scene.surroundings.variables = ["SEED": "1"]
    },
    KeyVariation("FlagFile.name") { $0.flagFiles = [FlagFile(name: "/b", digest: SHA256.digest(of: []))] },
    KeyVariation("FlagFile.digest") { $0.flagFiles = [FlagFile(name: "/a", digest: SHA256.digest(of: [1]))] },
    KeyVariation("SystemLibrary.version") { $0.systemLibrary.version = "1.3" },
    KeyVariation("SystemLibrary.flags") { $0.systemLibrary.flags = ["-L/opt", "-lz"] },
    KeyVariation("SystemLibrary.headerCount") { $0.systemLibrary.headerCount = 2 },
    KeyVariation("SystemLibrary.headers") { $0.systemLibrary.headers = SHA256.digest(of: [1]) },
  ]

  private static let configuration: [KeyVariation] = [
    KeyVariation("WorkspaceConfig.platforms") { $0.config.platforms = ["linux"] },
    KeyVariation("WorkspaceConfig.lockfiles") {
      $0.config.lockfiles = [LockfileEntry(path: "Root.resolved", packages: [pattern("//App")])]
    },
    KeyVariation("WorkspaceConfig.inputs") { $0.config.inputs.env = ["MODE"] },
    KeyVariation("WorkspaceConfig.modules") { $0.config.modules = [entry { $0.hosts = [.linux] }] },
    KeyVariation("WorkspaceConfig.run") { $0.config.run.execution = .remote },
    KeyVariation("InputsConfig.global") { $0.config.inputs.global += ["tool.json"] },
    KeyVariation("InputsConfig.ignore") { $0.config.inputs.ignore += ["*.txt"] },
    KeyVariation("InputsConfig.harmless") { $0.config.inputs.harmless = .own([]) },
    KeyVariation("InputsConfig.unowned") { $0.config.inputs.unowned = .all },
    KeyVariation("InputsConfig.env") { $0.config.inputs.env = ["MODE"] },
    KeyVariation("RunConfig.configuration") { $0.config.run.configuration = .release },
    KeyVariation("RunConfig.traits") { $0.config.run.traits = ["Fancy"] },
    KeyVariation("RunConfig.swiftArguments") { $0.config.run.swiftArguments = ["-Xswiftc", "-DA"] },
    KeyVariation("RunConfig.environment") { $0.config.run.environment = .inherit },
    KeyVariation("RunConfig.execution") { $0.config.run.execution = .remote },
    KeyVariation("RunConfig.platform") { $0.config.run.platform = ["image": "debian"] },
    KeyVariation("ModuleConfig.inputs") { $0.config.modules = [entry { $0.inputs = ["data/**"] }] },
    KeyVariation("ModuleConfig.dependsOn") {
      $0.config.modules = [entry { $0.dependsOn = [pattern("//Core:CZ")] }]
    },
    KeyVariation("ModuleConfig.env") { $0.config.modules = [entry { $0.env = ["SEED"] }] },
    KeyVariation("ModuleConfig.hosts") { $0.config.modules = [entry { $0.hosts = [.linux] }] },
    KeyVariation("ModuleConfig.test") { $0.config.modules = [entry { $0.test.timeout = 5 }] },
    KeyVariation("TestConfig.timeout") { $0.config.modules = [entry { $0.test.timeout = 5 }] },
    KeyVariation("TestConfig.retries") { $0.config.modules = [entry { $0.test.retries = 1 }] },
    KeyVariation("TestConfig.exclusive") { $0.config.modules = [entry { $0.test.exclusive = true }] },
    KeyVariation("TestConfig.observe") { $0.config.modules = [entry { $0.test.observe = false }] },
    KeyVariation("TestConfig.remote") { $0.config.modules = [entry { $0.test.remote = false }] },
    KeyVariation("LockfileEntry.path") {
      $0.config.lockfiles = [LockfileEntry(path: "Root.resolved", packages: [pattern("//App")])]
    },
    KeyVariation("LockfileEntry.packages") {
      $0.config.lockfiles = [LockfileEntry(path: "Root.resolved", packages: [pattern("//*")])]
    },
  ]

  private static func entry(_ settings: (inout ModuleConfig) -> Void) -> ModuleEntry {
    var config = ModuleConfig()
    settings(&config)
    return ModuleEntry(pattern: pattern("//App:AppTests"), settings: config)
  }

  /// A pattern of the tests' own; a mistake in it is one of the test.
  private static func pattern(_ text: String) -> ModulePattern {
    guard let pattern = try? ModulePattern(text) else { fatalError("\(text) is no pattern") }
    return pattern
  }
}
