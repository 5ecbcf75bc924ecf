/// For whom a store's records are made, and whose count: a machine may run for a pull request now and for the main branch next,
/// with one store. What the one records is nothing that the other may believe, and nothing that it may send on.
package struct RecordScope: Sendable, Hashable {
  private static let mark = "ambit-local "

  package let own: String
  package let readable: Set<String>

  package init(own: String, readable: Set<String>) {
    self.own = own
    self.readable = readable
  }

  /// The mark of a record that this machine made in this scope.
  var stamp: String { Self.mark + own }

  /// True when a record of the store counts. Records of earlier versions do not say where they were made. Those of other machines
  /// say so in another way, and whoever brings them judges them.
  func counts(_ result: ActionResult) -> Bool {
    let maker = result.execution.worker
    guard maker.hasPrefix(Self.mark) else { return result.isFromElsewhere }
    return readable.contains(String(maker.dropFirst(Self.mark.count)))
  }
}

extension ActionResult {
  /// The beginning of the mark of a record that another machine made.
  package static let remoteMark = "ambit-remote"

  /// True when another machine made the record, by the word of the local store.
  package var isFromElsewhere: Bool { execution.worker.hasPrefix(Self.remoteMark + " ") }
}
