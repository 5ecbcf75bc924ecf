import Cache
import Platform

/// Which blobs a server has, so that none is asked about or sent twice in a run: actions that are sent at the same time
/// share most of what they need.
final class BlobUploads: Sendable {
  private enum State {
    case underway
    case there
  }

  private let states = Guarded<[ContentDigest: State]>([:])

  /// Returns when all of `blobs` are there. `send` sends those of them that nobody else sends; what others cannot send is
  /// not tried once more.
  func provide(
    _ blobs: Set<ContentDigest>, unless isUnwanted: () -> Bool,
    _ send: (Set<ContentDigest>) throws(RemoteError) -> Void
  ) throws(RemoteError) {
    let claimed = claim(blobs)
    if !claimed.isEmpty {
      do throws(RemoteError) {
        try send(claimed)
      } catch {
        forget(claimed)
        throw error
      }
      states.with { states in
        for blob in claimed { states[blob] = .there }
      }
    }
    while !states.wait(
      atMost: .milliseconds(200),
      until: { states in
        blobs.allSatisfy { states[$0] != .underway }
      })
    {
      if isUnwanted() { throw RemoteError(.stopped, "stopped") }
    }
    guard states.with({ states in blobs.allSatisfy { states[$0] == .there } }) else {
      throw RemoteError(.busy, "what several modules need could not be sent")
    }
  }

  /// The server does not have them after all.
  func forget(_ blobs: Set<ContentDigest>) {
    states.with { states in
      for blob in blobs { states[blob] = nil }
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
