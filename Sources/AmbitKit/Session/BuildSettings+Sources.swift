import Arguments
import Config
import ContentKeys
import ModuleGraph
import Runner

extension BuildSettings {
  /// What the configuration says, and what the command line says in its stead.
  init(_ config: WorkspaceConfig, _ commandLine: SwiftArguments) throws(Failure) {
    let own = try Self.ownArguments(config)
    let named = commandLine.configuration ?? own.configuration
    let flags = [commandLine.traits, own.traits].first { !$0.isEmpty } ?? TraitFlags()
    self.init(
      configuration: named?.rawValue ?? config.run.configuration.rawValue,
      arguments: own.passed + flags.arguments + commandLine.passed,
      buildArguments: own.passedToBuilds + commandLine.passedToBuilds,
      // As SwiftPM understands them.
      traits: RequestedTraits(
        names: flags.names ?? (flags.disablesDefaults ? [] : nil), all: flags.enablesAll))
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
