import Platform
package import Runner

/// For tests that look at the report alone.
package struct NoObserver: RunObserver {
  package init() {}

  package func handle(_ event: RunEvent) {}
}

/// Keeps what it is told, in order.
package final class RecordingObserver: RunObserver {
  private let recorded = Guarded<[RunEvent]>([])

  package init() {}

  package var events: [RunEvent] { recorded.with { $0 } }

  package func handle(_ event: RunEvent) {
    recorded.with { $0.append(event) }
  }
}
