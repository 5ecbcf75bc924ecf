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

/// One of several machines that share a run: `3/8`.
package struct Shard: Sendable, Hashable {
  /// The number counts from 1.
  package let number: Int
  package let count: Int

  /// The largest number of shards. Nobody runs more machines side by side.
  package static let most = 1_000

  /// Returns nil when there is no such shard of `count`.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Self.number(parts[0]), let count = Self.number(parts[1]) else {
      return nil
    }
    self.init(number, of: count)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }

  package static func all(of count: Int) -> [Shard] { (0..<count).compactMap { Shard($0 + 1, of: count) } }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
