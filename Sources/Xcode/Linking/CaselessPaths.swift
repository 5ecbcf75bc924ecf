package import Base

/// Sorted paths in one piece of memory, which is quick to read from disk and quick to search.
///
/// ASCII letters of either case are equal here: Macs take `a.swift` for `A.swift`, and projects contain such names.
package struct CaselessPaths: Sendable, Hashable {
  /// The bytes of all paths in their order, in their own spelling.
  private let bytes: [UInt8]
  /// The end of each path in `bytes`.
  private let ends: [UInt32]

  package init(_ paths: some Sequence<RelativePath>) {
    let spelled = Dictionary(paths.map { (Self.key(of: $0), $0) }, uniquingKeysWith: Swift.min)
    var (bytes, ends): ([UInt8], [UInt32]) = ([], [])
    for (_, path) in spelled.sorted(by: { $0.key < $1.key }) {
      bytes += path.bytes
      ends.append(UInt32(bytes.count))
    }
    (self.bytes, self.ends) = (bytes, ends)
  }

  func union(_ other: some Sequence<RelativePath>) -> CaselessPaths {
    CaselessPaths(Array(self) + Array(other))
  }

  /// The path in lower case.
  package static func key(of path: RelativePath) -> RelativePath {
    guard path.bytes.contains(where: \.isASCIIUppercase) else { return path }
    return RelativePath(unchecked: path.bytes.map(\.asciiLowercased))
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

  private func index(of path: ArraySlice<UInt8>) -> Int? {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      let order = compare(range(middle), path)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns a number below zero when the own path comes first.
  private func compare(_ own: Range<Int>, _ path: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      path.withUnsafeBufferPointer { path in
        for place in 0..<Swift.min(own.count, path.count) {
          let (left, right) = (bytes[own.lowerBound + place], path[place])
          if left == right { continue }
          let (first, second) = (left.asciiLowercased, right.asciiLowercased)
          if first != second { return Int(first) - Int(second) }
        }
        return own.count - path.count
      }
    }
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
