import Base
package import Runner

/// Keeps what it is told, in order.
package final class RecordingObserver: RunObserver {
  private let recorded = Guarded<[RunEvent]>([])

  package init() {}

  package var events: [RunEvent] { recorded.with { $0 } }

  /// All that builds printed.
  package var buildOutput: String {
    let pieces = events.flatMap { event in
      if case .buildOutput(_, _, let bytes) = event { bytes } else { [UInt8]() }
    }
    return String(decoding: pieces, as: UTF8.self)
  }

  package func handle(_ event: RunEvent) {
    recorded.with { $0.append(event) }
  }
}
