import Support

/// What differs between two texts, line by line, with a little of what stands around.
enum LineDiff {
  enum Line: Sendable, Hashable {
    /// Some lines were left out; the next has this number in the new text.
    case place(Int)
    case same(String), removed(String), added(String)
  }

  private static let around = 1

  static func lines(from before: [UInt8], to after: [UInt8]) -> [Line] {
    let (old, new) = (split(before), split(after))
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var all: [(line: Line, number: Int)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        all.append((.removed(old[left]), right))
        left += 1
      } else if added.contains(right) {
        all.append((.added(new[right]), right))
        right += 1
      } else if left < old.count, right < new.count {
        all.append((.same(new[right]), right))
        left += 1
        right += 1
      } else {
        break
      }
    }
    return shortened(all)
  }

  private static func shortened(_ all: [(line: Line, number: Int)]) -> [Line] {
    let changed = all.indices.filter { index in
      if case .same = all[index].line { false } else { true }
    }
    var shown: [Line] = []
    var last = -1
    let kept = Set(changed.flatMap { max(0, $0 - around)...min(all.count - 1, $0 + around) }).sorted()
    for index in kept {
      if index != last + 1 || shown.isEmpty { shown.append(.place(all[index].number + 1)) }
      shown.append(all[index].line)
      last = index
    }
    return shown
  }

  private static func split(_ bytes: [UInt8]) -> [String] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map {
      Text.escapingInvalidUTF8($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0)
    }
  }
}
