import Platform

/// Says to whoever talks to a server that nobody waits for it any more.
package final class StopFlag: Sendable {
  private let flag = Guarded(false)

  package init() {}

  package var isSet: Bool { flag.with { $0 } }

  func set() { flag.with { $0 = true } }
}
