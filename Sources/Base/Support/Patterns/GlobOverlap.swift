extension Glob {
  /// Returns true when some path, or something below it, could match both patterns. The answer may be true without such
  /// a path, since a class in brackets counts as any byte.
  package func mayOverlap(_ other: Glob) -> Bool {
    alternatives.contains { own in
      other.alternatives.contains { Meeting(own, $0, isOpenEnded: true).isPossible }
    }
  }
}

/// A part of a pattern: a component of a path, or a byte of a component.
private protocol PatternPart {
  /// True when the part stands for any number of parts.
  var isAnyNumber: Bool { get }
  func mayMeet(_ other: Self) -> Bool
}

/// Decides from their ends to their beginnings whether two patterns of the same kind can match the same thing.
private struct Meeting<Part: PatternPart> {
  let isPossible: Bool

  /// With `isOpenEnded`, a pattern that has ended matches whatever follows.
  init(_ left: [Part], _ right: [Part], isOpenEnded: Bool) {
    var below: [Bool] = []
    for i in stride(from: left.count, through: 0, by: -1) {
      var row = [Bool](repeating: false, count: right.count + 1)
      for j in stride(from: right.count, through: 0, by: -1) {
        if i == left.count || j == right.count {
          row[j] =
            isOpenEnded || left[i...].allSatisfy(\.isAnyNumber) && right[j...].allSatisfy(\.isAnyNumber)
        } else if left[i].isAnyNumber || right[j].isAnyNumber {
          row[j] = below[j] || row[j + 1]
        } else {
          row[j] = below[j + 1] && left[i].mayMeet(right[j])
        }
      }
      below = row
    }
    isPossible = below.first ?? false
  }
}

extension [UInt8]: PatternPart {
  fileprivate var isAnyNumber: Bool { elementsEqual("**".utf8) }

  fileprivate func mayMeet(_ other: [UInt8]) -> Bool {
    Meeting(NamePiece.pieces(of: self), NamePiece.pieces(of: other), isOpenEnded: false).isPossible
  }
}

/// A piece of the pattern for one name.
private enum NamePiece: PatternPart {
  case byte(UInt8)
  case anyByte
  case anything

  var isAnyNumber: Bool { if case .anything = self { true } else { false } }

  func mayMeet(_ other: NamePiece) -> Bool {
    guard case .byte(let own) = self, case .byte(let others) = other else { return true }
    return own == others
  }

  static func pieces(of component: [UInt8]) -> [NamePiece] {
    var pieces: [NamePiece] = []
    var at = 0
    while at < component.count {
      var next = at + 1
      switch component[at] {
      case UInt8(ascii: "*"): pieces.append(.anything)
      case UInt8(ascii: "?"): pieces.append(.anyByte)
      case UInt8(ascii: "["):
        let close = Glob.closingBracket(in: component, at)
        pieces.append(close == nil ? .byte(component[at]) : .anyByte)
        next = (close ?? at) + 1
      case UInt8(ascii: "\\") where next < component.count:
        pieces.append(.byte(component[next]))
        next += 1
      case let byte: pieces.append(.byte(byte))
      }
      at = next
    }
    return pieces
  }
}
