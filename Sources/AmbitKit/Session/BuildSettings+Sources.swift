import Arguments
import Runner
import Workspace

/// How SwiftPM is called: what the configuration says, and what the command line says in its stead.
struct SwiftSettings {
  let configuration: String
  let traits: RequestedTraits
  /// For every call, traits included.
  let arguments: [String]
  /// For `swift build` alone.
  let buildArguments: [String]

  init(_ config: WorkspaceConfig, _ commandLine: SwiftArguments) throws(Failure) {
    let own = try Self.ownArguments(config)
    let named = commandLine.configuration ?? own.configuration
    let flags = [commandLine.traits, own.traits].first { !$0.isEmpty } ?? TraitFlags()
    self.configuration = named?.rawValue ?? config.run.configuration.rawValue
    // As SwiftPM understands them.
    traits = RequestedTraits(
      names: flags.names ?? (flags.disablesDefaults ? [] : nil), all: flags.enablesAll)
    arguments = own.passed + flags.arguments + commandLine.passed
    buildArguments = own.passedToBuilds + commandLine.passedToBuilds
  }

  /// `run.swiftArguments`, with the rest of `run` where it speaks of the same.
  private static func ownArguments(_ config: WorkspaceConfig) throws(Failure) -> SwiftArguments {
    let traits = config.run.traits.isEmpty ? [] : ["--traits", config.run.traits.joined(separator: ",")]
    do {
      return try SwiftArguments((config.run.swiftArguments + traits).map { Argument($0) })
    } catch {
      throw Failure(
        code: ConfigError.Code.invalidValue.rawValue,
        message: "\"run.swiftArguments\" in the configuration: \(error.message)", hints: error.hints)
    }
  }
}

extension RunSettings {
  /// `configuration` is what a flag says.
  init(
    _ swift: SwiftSettings, configuration: String? = nil, jobs: Int = 1, failFast: Bool = false,
    limits: TestLimits = TestLimits(), ownLimits: [ModuleID: TestLimits] = [:], filter: CaseFilter? = nil,
    viaSwiftTest: Bool = false
  ) {
    self.init(
      configuration: configuration ?? swift.configuration, swiftArguments: swift.arguments, jobs: jobs,
      failFast: failFast, limits: limits, ownLimits: ownLimits, filter: filter, viaSwiftTest: viaSwiftTest)
    buildArguments = swift.buildArguments
    traits = swift.traits
  }
}
