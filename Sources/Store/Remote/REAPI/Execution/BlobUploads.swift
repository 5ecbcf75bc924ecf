import Base

/// The blobs that a server has, so that none is asked about or sent twice in a run. Actions that are sent at the same
/// time share most of their inputs.
final class BlobUploads: Sendable {
  private enum State {
    case underway
    case there
  }

  private let states = Guarded<[ContentDigest: State]>([:])

  /// Returns when the server has all of `blobs`. It calls `send` for blobs that no other thread sends, and for those
  /// that other threads failed to send.
  func provide(
    _ blobs: Set<ContentDigest>, unless isUnwanted: () -> Bool,
    _ send: (Set<ContentDigest>) throws(RemoteError) -> Void
  ) throws(RemoteError) {
    while true {
      let claimed = claim(blobs)
      if !claimed.isEmpty {
        do throws(RemoteError) {
          try send(claimed)
        } catch {
          end(claimed, as: nil)
          throw error
        }
        end(claimed, as: .there)
      }
      let isSettled = states.wait(atMost: .milliseconds(200)) { states in
        blobs.allSatisfy { states[$0] != .underway }
      }
      if isUnwanted() { throw RemoteError(.stopped, "stopped") }
      if isSettled, states.with({ states in blobs.allSatisfy { states[$0] == .there } }) { return }
    }
  }

  private func end(_ claimed: Set<ContentDigest>, as state: State?) {
    states.with { states in
      for blob in claimed { states[blob] = state }
    }
  }

  /// Records that the server lost blobs. Blobs that are being sent are left alone.
  func forget(_ blobs: Set<ContentDigest>) {
    states.with { states in
      for blob in blobs where states[blob] == .there { states[blob] = nil }
    }
  }

  private func claim(_ blobs: Set<ContentDigest>) -> Set<ContentDigest> {
    states.with { states in
      let free = blobs.filter { states[$0] == nil }
      for blob in free { states[blob] = .underway }
      return free
    }
  }
}
