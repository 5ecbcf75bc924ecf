package import Base

/// The settings that SwiftPM builds with. Keys and plans both use this value, so that they agree.
package struct BuildSettings: Sendable, Hashable {
  package var engine: Engine
  package var configuration: String
  /// Arguments of every call of SwiftPM, traits included.
  package var arguments: [String]
  /// Arguments of `swift build` alone.
  package var buildArguments: [String]
  /// The traits that the arguments enable in every root.
  package var traits: RequestedTraits

  package init(
    engine: Engine = .native, configuration: String = "debug", arguments: [String] = [],
    buildArguments: [String] = [], traits: RequestedTraits = RequestedTraits()
  ) {
    self.engine = engine
    self.configuration = configuration
    self.arguments = arguments
    self.buildArguments = buildArguments
    self.traits = traits
  }

  /// The arguments of all calls of SwiftPM, in order.
  package var allArguments: [String] { arguments + buildArguments }

  /// The flag that makes programs record which of their lines they execute.
  package static let coverageFlag = "--enable-code-coverage"
  package var measuresCoverage: Bool { buildArguments.contains(Self.coverageFlag) }

  package static let sanitizeFlag = "--sanitize"
  /// The sanitizers in the arguments, by SwiftPM's names. They find errors of memory or threads.
  package var sanitizers: [String] {
    var words = arguments[...]
    var names: [String] = []
    while let word = words.popFirst() {
      // The word behind `-X...` is for a compiler, even if it looks like a flag of SwiftPM.
      if word.hasPrefix("-X") { words = words.dropFirst() }
      if word == Self.sanitizeFlag, let name = words.popFirst() { names.append(name) }
    }
    return names
  }

  /// True when a main function of the user's own runs the tests. It may know other cases than SwiftPM found.
  package var hasOwnEntryPoint: Bool { arguments.contains { $0.contains("entry-point") } }
}
