package import Arguments
package import Base
package import Graph
package import SwiftSources

extension BuildSettings {
  /// Settings from the configuration. The command line overrides them.
  package init(
    _ config: WorkspaceConfig, _ commandLine: SwiftArguments, toolchain: Toolchain
  ) throws(Failure) {
    let own = try SwiftArguments(config)
    let named = commandLine.configuration ?? own.configuration
    let flags = TraitFlags(own, commandLine)
    var arguments = own.passed + flags.arguments + commandLine.passed
    if let name = commandLine.sanitizer?.rawValue {
      let isSaid = BuildSettings(arguments: arguments).sanitizers.contains(name)
      if !isSaid { arguments += [Self.sanitizeFlag, name] }
    }
    self.init(
      engine: Engine(commandLine.engine ?? config.run.engine, of: toolchain),
      configuration: (named ?? config.run.configuration).rawValue,
      arguments: arguments,
      buildArguments: own.passedToBuilds + commandLine.passedToBuilds,
      traits: RequestedTraits(flags))
  }
}

extension RequestedTraits {
  init(_ config: WorkspaceConfig, _ commandLine: SwiftArguments) throws(Failure) {
    self.init(TraitFlags(try SwiftArguments(config), commandLine))
  }

  /// The traits as SwiftPM understands the flags.
  fileprivate init(_ flags: TraitFlags) {
    self.init(names: flags.names ?? (flags.disablesDefaults ? [] : nil), all: flags.enablesAll)
  }
}

extension TraitFlags {
  /// Takes the command line's flags, or the configuration's if it has none.
  fileprivate init(_ config: SwiftArguments, _ commandLine: SwiftArguments) {
    self = [commandLine.traits, config.traits].first { !$0.isEmpty } ?? TraitFlags()
  }
}

extension SwiftArguments {
  /// Returns true when these arguments, or those of the configuration, may set flags for `#if`.
  func setsFlags(with config: WorkspaceConfig) throws(Failure) -> Bool {
    let own = try SwiftArguments(config)
    let words = own.passed + own.passedToBuilds + passed + passedToBuilds
    return words.contains { word in
      word.hasPrefix("-X") || ["toolset", "sdk", "destination"].contains { word.contains($0) }
    }
  }

  /// Arguments from `run.swiftArguments`, together with `run.traits`.
  fileprivate init(_ config: WorkspaceConfig) throws(Failure) {
    let traits = config.run.traits.isEmpty ? [] : ["--traits", config.run.traits.joined(separator: ",")]
    do {
      try self.init((config.run.swiftArguments + traits).map { Argument($0) })
    } catch {
      throw Failure(
        code: Failure.Config.invalidValue.rawValue,
        message: "\"run.swiftArguments\" in the configuration: \(error.message)", hints: error.hints)
    }
  }
}

extension Engine {
  /// From this version on, SwiftPM uses Swift Build by default.
  private static let swiftBuildIsDefault = ToolsVersion(6, 4)

  package init(_ choice: EngineChoice, of toolchain: Toolchain) {
    self =
      switch choice {
      case .auto: toolchain.version < Self.swiftBuildIsDefault ? .native : .swiftbuild
      case .named(let engine): engine
      }
  }
}
