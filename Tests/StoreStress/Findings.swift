import Base
import Store

/// What a fresh process sees in a store that others wrote to.
struct Findings: CustomStringConvertible {
  private var hits = 0
  private var wrong = 0
  /// Keys that could not be written and read back.
  private var stuck = 0
  private let damaged: Int
  private let problems: [String]

  init(of store: LocalStore) {
    for key in Contents.keys {
      switch Contents.lookUp(key, in: store) {
      case .hit: hits += 1
      case .wrong: wrong += 1
      case .miss: break
      }
    }
    damaged = store.verify(jobs: 1).damaged.count
    for key in Contents.keys {
      let isWritten = Contents(key: key, generation: 1).write(to: store)
      if !isWritten || Contents.lookUp(key, in: store) != .hit { stuck += 1 }
    }
    problems = store.problems.map(\.message)
  }

  var areRight: Bool { wrong == 0 && stuck == 0 && damaged == 0 && problems.isEmpty }

  var description: String {
    "hits \(hits), wrong \(wrong), stuck \(stuck), damaged \(damaged), problems \(problems)"
  }
}
