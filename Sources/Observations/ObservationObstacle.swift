/// Why what a test did cannot be told from what it looked at.
package enum ObservationObstacle: Error, Sendable, Hashable {
  /// It changes what the next run finds.
  case writes(SeenPlace)
  /// No clone has the same times.
  case times(SeenPlace)
  /// By it, where it is no file of the workspace, or by somebody else.
  case changed(SeenPlace)
  case unreadable(SeenPlace)
  /// Not all was seen. The text says why.
  case unseen(String)

  /// What follows the module's name.
  package var text: String {
    switch self {
    case .writes(let place): "writes to \"\(place.text)\""
    case .times(let place): "asks when \"\(place.text)\" was changed"
    case .changed(let place): "looks at \"\(place.text)\", which changed while it ran"
    case .unreadable(let place): "looks at \"\(place.text)\", which cannot be read again"
    case .unseen(let reason): "cannot be observed: \(reason)"
    }
  }

  /// Whether a result cannot even be kept for the very same files.
  package var forbidsRecord: Bool {
    switch self {
    case .writes, .times: true
    case .changed, .unreadable, .unseen: false
    }
  }
}
