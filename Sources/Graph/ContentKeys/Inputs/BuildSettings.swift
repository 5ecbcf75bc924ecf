/// How SwiftPM is told to build. Keys and plans take it from the same place, so that they agree.
package struct BuildSettings: Sendable, Hashable, Codable {
  package var engine: Engine
  package var configuration: String
  /// Passed to every call of SwiftPM, traits included.
  package var arguments: [String]
  /// Passed to every `swift build` alone.
  package var buildArguments: [String]
  /// What the arguments ask of every root.
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

  /// All that some call of SwiftPM gets; in order.
  package var allArguments: [String] { arguments + buildArguments }

  /// What has programs write down which of their lines they execute.
  package static let coverageFlag = "--enable-code-coverage"
  package var measuresCoverage: Bool { buildArguments.contains(Self.coverageFlag) }

  package static let sanitizeFlag = "--sanitize"
  /// What notices errors of memory or threads in all that is built, as SwiftPM calls it.
  package var sanitizers: [String] {
    var words = arguments[...]
    var names: [String] = []
    while let word = words.popFirst() {
      // What compilers get is theirs, whatever it looks like.
      if word.hasPrefix("-X") { words = words.dropFirst() }
      if word == Self.sanitizeFlag, let name = words.popFirst() { names.append(name) }
    }
    return names
  }

  /// Whether a main function of the user's own runs the tests, which may know other cases than SwiftPM found.
  package var hasOwnEntryPoint: Bool { arguments.contains { $0.contains("entry-point") } }
}

/// What carries builds out beneath SwiftPM's commands, as `--build-system` names it.
package enum Engine: String, Sendable, Hashable, Codable, CaseIterable {
  /// SwiftPM's own.
  case native
  /// Xcode's, which SwiftPM takes unasked from 6.4 on.
  case swiftbuild
}
