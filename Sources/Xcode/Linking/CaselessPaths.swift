package import Base

/// Sorted paths in one piece of memory, which is quick to read from disk and quick to search.
///
/// Letters of either case are equal here: Macs take `a.swift` for `A.swift`, and projects contain such names. So are the
/// forms of a character: Xcode writes `ö` as `o` and two dots, which Git usually writes as one character.
package struct CaselessPaths: Sendable, Hashable {
  /// The bytes of all paths in their order, in their own spelling.
  private let bytes: [UInt8]
  /// The end of each path in `bytes`.
  private let ends: [UInt32]

  package init(_ paths: some Sequence<RelativePath>) {
    let sorted = Set(paths).map { (path: $0, key: Self.key(of: $0)) }.sorted { left, right in
      let order = Self.order(left.key.bytes[...], right.key.bytes[...])
      return order == 0 ? left.path < right.path : order < 0
    }
    var (bytes, ends): ([UInt8], [UInt32]) = ([], [])
    var last: RelativePath?
    for (path, key) in sorted {
      if let last, Self.order(last.bytes[...], key.bytes[...]) == 0 { continue }
      last = key
      bytes += path.bytes
      ends.append(UInt32(bytes.count))
    }
    (self.bytes, self.ends) = (bytes, ends)
  }

  package func union(_ other: some Sequence<RelativePath>) -> CaselessPaths {
    CaselessPaths(Array(self) + Array(other))
  }

  /// The path with its ASCII letters in lower case.
  package static func key(of path: RelativePath) -> RelativePath {
    guard path.bytes.contains(where: \.isASCIIUppercase) else { return path }
    return RelativePath(unchecked: path.bytes.map(\.asciiLowercased))
  }

  /// Returns true for a path in a folder, and for the folder itself. Both are keys.
  static func isInside(_ path: RelativePath, _ folder: RelativePath) -> Bool {
    if path.isInside(folder) { return true }
    guard folder.bytes.contains(where: isPartOfLetter) else { return false }
    let (parts, around) = (path.components, folder.components)
    return parts.count >= around.count && zip(parts, around).allSatisfy { order($0, $1) == 0 }
  }
}

extension CaselessPaths: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count }
  package subscript(place: Int) -> RelativePath { RelativePath(unchecked: Array(bytes[range(place)])) }

  private func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])
  }
}

extension CaselessPaths: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: RelativePath...) { self.init(elements) }
}

extension CaselessPaths {
  /// Returns the folders of the paths, each with the number of files whose last component counts.
  package func folders(where counts: (ArraySlice<UInt8>) -> Bool) -> [RelativePath: Int] {
    var found: [RelativePath: Int] = [:]
    // Consecutive paths usually have the same folder.
    var (folder, number): (ArraySlice<UInt8>, Int) = ([], 0)
    for place in indices {
      let path = bytes[range(place)]
      let slash = path.lastIndex(of: UInt8(ascii: "/"))
      guard counts(path[(slash.map { $0 + 1 } ?? path.startIndex)...]) else { continue }
      let parent = path[..<(slash ?? path.startIndex)]
      if parent != folder, number > 0 {
        found[RelativePath(unchecked: Array(folder)), default: 0] += number
        number = 0
      }
      (folder, number) = (parent, number + 1)
    }
    if number > 0 { found[RelativePath(unchecked: Array(folder)), default: 0] += number }
    return found
  }
}

// MARK: Searching

extension CaselessPaths {
  package func contains(_ path: RelativePath) -> Bool { index(of: path.bytes[...]) != nil }

  /// Returns true when the path or a folder around it is one of these.
  package func holds(_ path: RelativePath) -> Bool { !isEmpty && !places(around: path, limit: 1).isEmpty }

  /// Returns the indices of the path and of the folders around it, the outermost first.
  package func places(around path: RelativePath, limit: Int = .max) -> [Int] {
    var found: [Int] = []
    var end = path.bytes.startIndex
    while true {
      if let place = index(of: path.bytes[..<end]) { found.append(place) }
      guard end < path.bytes.endIndex, found.count < limit else { return found }
      let next = path.bytes[(end == 0 ? 0 : end + 1)...].firstIndex(of: UInt8(ascii: "/"))
      end = next ?? path.bytes.endIndex
    }
  }

  /// Returns the index of a path; nil when it is none of these.
  func index(of path: ArraySlice<UInt8>) -> Int? {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      let order = bytes.withUnsafeBufferPointer { bytes in
        path.withUnsafeBufferPointer { Self.order(UnsafeBufferPointer(rebasing: bytes[range(middle)]), $0) }
      }
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

// MARK: Order

extension CaselessPaths {
  /// Returns a number below zero when the left path comes first, and zero for two spellings of one path.
  private static func order(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { order(left, $0) } }
  }

  /// Almost all paths are ASCII. Only where they differ in other bytes, or in a letter that such bytes follow, are they
  /// compared as texts, which takes far longer.
  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    let count = Swift.min(left.count, right.count)
    for place in 0..<count {
      if left[place] == right[place] { continue }
      let (first, second) = (left[place].asciiLowercased, right[place].asciiLowercased)
      if first == second { continue }
      if hasLetter(left, place) || hasLetter(right, place) { return orderOfTexts(left, right) }
      return Int(first) - Int(second)
    }
    let isLetter = hasLetter(left, count - 1) || hasLetter(right, count - 1)
    return left.count != right.count && isLetter ? orderOfTexts(left, right) : left.count - right.count
  }

  /// Returns true when a byte or the next one belongs to a letter outside of ASCII.
  private static func hasLetter(_ path: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place >= 0 && place < path.count && isPartOfLetter(path[place])
      || place + 1 < path.count && isPartOfLetter(path[place + 1])
  }

  /// Returns true for a byte that no ASCII character has.
  private static func isPartOfLetter(_ byte: UInt8) -> Bool { byte >= 0x80 }

  private static func orderOfTexts(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
    -> Int
  {
    let names = NameMatching(ignoresCase: true, ignoresComposition: true)
    let (left, right) = (names.key(of: left), names.key(of: right))
    return left == right ? 0 : left < right ? -1 : 1
  }
}

// MARK: Binary form

extension CaselessPaths: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.data(bytes)
    writer.numbers(indices.map { range($0).count })
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    bytes = Array(try reader.data())
    var (ends, end): ([UInt32], Int) = ([], 0)
    for length in try reader.numbers() {
      guard length <= bytes.count - end else { throw .invalid }
      end += length
      ends.append(UInt32(end))
    }
    guard end == bytes.count else { throw .invalid }
    self.ends = ends
  }
}

extension ByteWriter {
  mutating func numbers(_ values: [Int]) {
    count(values.count)
    for value in values { count(value) }
  }
}

extension ByteReader {
  mutating func numbers() throws(Damage) -> [Int] {
    let count = try count(least: 1)
    var values: [Int] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try self.count()) }
    return values
  }
}
