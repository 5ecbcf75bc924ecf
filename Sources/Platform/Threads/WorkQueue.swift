/// Work that begets more work, shared out among threads. The last in is the first out, so that little
/// waits at any time.
package final class WorkQueue<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item]
    /// Items waiting or being worked on.
    var unfinished: Int
  }

  private enum Turn {
    case work(Item)
    case done
  }

  private let state: Guarded<State>

  package init(_ items: [Item]) {
    state = Guarded(State(items: items, unfinished: items.count))
  }

  /// The next item; nil when all is done.
  package func next() -> Item? {
    let turn = state.wait(for: { state -> Turn? in
      if let item = state.items.popLast() { return .work(item) }
      return state.unfinished == 0 ? .done : nil
    })
    if case .work(let item) = turn { return item }
    return nil
  }

  /// Says that an item is done and what it led to.
  package func finish(adding more: [Item]) {
    state.with { state in
      state.items.append(contentsOf: more)
      state.unfinished += more.count - 1
    }
  }
}
