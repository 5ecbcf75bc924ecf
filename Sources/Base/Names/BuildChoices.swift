/// The configuration that SwiftPM builds.
package enum BuildConfiguration: String, Sendable, Hashable, CaseIterable {
  case debug, release
}

/// The build system beneath SwiftPM's commands, by its name in `--build-system`.
package enum Engine: String, Sendable, Hashable, CaseIterable {
  /// SwiftPM's own build system.
  case native
  /// Xcode's build system, which SwiftPM uses by default from 6.4 on.
  case swiftbuild
}

/// The engine that people ask for; `auto` leaves it to the toolchain.
package enum EngineChoice: RawRepresentable, Sendable, Hashable, CaseIterable {
  case auto
  case named(Engine)

  package static let allCases = [auto] + Engine.allCases.map(named)

  package init?(rawValue: String) {
    guard rawValue != "auto" else {
      self = .auto
      return
    }
    guard let engine = Engine(rawValue: rawValue) else { return nil }
    self = .named(engine)
  }

  package var rawValue: String {
    switch self {
    case .auto: "auto"
    case .named(let engine): engine.rawValue
    }
  }
}
