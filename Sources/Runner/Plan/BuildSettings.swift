package import ModuleGraph

/// How SwiftPM is told to build. Keys and plans take it from the same place, so that they agree.
package struct BuildSettings: Sendable, Equatable, Codable {
  package var configuration: String
  /// Passed to every call of SwiftPM, traits included.
  package var arguments: [String]
  /// Passed to every `swift build` alone.
  package var buildArguments: [String]
  /// What the arguments ask of every root.
  package var traits: RequestedTraits

  package init(
    configuration: String = "debug", arguments: [String] = [], buildArguments: [String] = [],
    traits: RequestedTraits = RequestedTraits()
  ) {
    self.configuration = configuration
    self.arguments = arguments
    self.buildArguments = buildArguments
    self.traits = traits
  }

  /// Whether a main function of the user's own runs the tests, which may know other cases than SwiftPM found.
  var hasOwnEntryPoint: Bool { arguments.contains { $0.contains("entry-point") } }
}
