/// An option of `swift build` or `swift test`, and what becomes of it when somebody hands it on.
package struct SwiftOption: Sendable {
  package enum Fate: Sendable {
    /// Given to SwiftPM as it is.
    case passed
    /// Given to `swift build` alone: `swift test` does not know it, or says more than Ambit can read.
    case passedToBuilds
    /// Ambit's own `--configuration`.
    case configuration
    /// Decides which traits are on, for SwiftPM and for the graph.
    case traits
    case refused(Refusal)
  }

  /// What completes the sentence "it ...", and what to do instead.
  package struct Refusal: Sendable {
    package let why: String
    package let instead: String
  }

  package let name: String
  package let takesValue: Bool
  package let fate: Fate

  package static func named(_ name: String) -> SwiftOption? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func flags(_ fate: Fate, _ names: String...) -> [SwiftOption] {
    names.map { SwiftOption(name: $0, takesValue: false, fate: fate) }
  }

  static func options(_ fate: Fate, _ names: String...) -> [SwiftOption] {
    names.map { SwiftOption(name: $0, takesValue: true, fate: fate) }
  }

  static func refused(_ why: String, instead: String) -> Fate {
    .refused(Refusal(why: why, instead: instead))
  }
}
