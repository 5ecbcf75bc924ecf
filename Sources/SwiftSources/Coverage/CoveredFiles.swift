package import Base

/// The number of times that each line of files was executed, for one test module or for many.
package struct CoveredFiles: Sendable, Hashable {
  /// The counts by line number, from 1. Lines without code have no entry.
  package typealias Lines = [Int: Int]

  package private(set) var files: [RelativePath: Lines]

  package init(_ files: [RelativePath: Lines] = [:]) { self.files = files }

  /// Adds the counts of another module. A file that is compiled into several products has its lines in each. A merged
  /// line is covered when any product executed it, and its count is the sum.
  package mutating func merge(_ other: CoveredFiles) {
    for (path, lines) in other.files {
      files[path, default: [:]].merge(lines, uniquingKeysWith: Self.sum)
    }
  }

  /// Adds two counts. The sum is limited, since LLVM writes huge counts where its own counters went below zero.
  static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  package static func merged(_ all: some Sequence<CoveredFiles>) -> CoveredFiles {
    var merged = CoveredFiles()
    for one in all { merged.merge(one) }
    return merged
  }

  package func filtered(_ isWanted: (RelativePath) -> Bool) -> CoveredFiles {
    CoveredFiles(files.filter { isWanted($0.key) })
  }

  package func coverage(of path: RelativePath) -> LineCoverage? {
    files[path].map { LineCoverage(covered: $0.values.count { $0 > 0 }, total: $0.count) }
  }

  package var all: LineCoverage {
    files.keys.compactMap { coverage(of: $0) }.reduce(LineCoverage(), +)
  }
}

extension CoveredFiles: ByteCodable {
  package func write(to writer: inout ByteWriter) { files.write(to: &writer) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    files = try reader.value([RelativePath: Lines].self)
  }
}

/// The number of executable lines, and of those that were executed.
package struct LineCoverage: Sendable, Hashable {
  package var covered: Int
  package var total: Int

  package init(covered: Int = 0, total: Int = 0) {
    self.covered = covered
    self.total = total
  }

  /// The share of covered lines, or nil when there are no executable lines.
  package var percent: Double? { total > 0 ? 100 * Double(covered) / Double(total) : nil }

  package static func + (left: LineCoverage, right: LineCoverage) -> LineCoverage {
    LineCoverage(covered: left.covered + right.covered, total: left.total + right.total)
  }
}

/// Coverage in lcov's form, which `llvm-cov export` writes and many programs read:
///
///     SF:path of a source file
///     DA:line,times
///     end_of_record
///
/// Other entries, about functions and branches, are ignored.
package enum TraceFile {
  /// Parses a trace. `place` returns a file's path in the workspace, or nil for a file that does not count. Returns nil
  /// when the bytes are no trace.
  package static func parse(_ bytes: [UInt8], _ place: (ArraySlice<UInt8>) -> RelativePath?) -> CoveredFiles?
  {
    var files: [RelativePath: CoveredFiles.Lines] = [:]
    var current: (path: RelativePath, lines: CoveredFiles.Lines)?
    var isOpen = false
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if line.starts(with: "SF:".utf8) {
        guard !isOpen else { return nil }
        isOpen = true
        current = place(line.dropFirst(3)).map { ($0, [:]) }
      } else if line.elementsEqual("end_of_record".utf8) {
        guard isOpen else { return nil }
        isOpen = false
        if let current {
          files[current.path, default: [:]].merge(current.lines, uniquingKeysWith: CoveredFiles.sum)
        }
      } else if line.starts(with: "DA:".utf8) {
        let numbers = line.dropFirst(3).split(separator: UInt8(ascii: ","))
        guard isOpen, numbers.count >= 2, let number = Self.number(numbers[0]), number > 0,
          let times = Self.number(numbers[1])
        else { return nil }
        let before = current?.lines[number] ?? 0
        current?.lines[number] = CoveredFiles.sum(before, times)
      }
    }
    return isOpen ? nil : CoveredFiles(files)
  }

  /// Parses digits. A number that is too large becomes the largest `Int`.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
  }

  /// Writes a trace with its files and lines in order.
  package static func text(_ coverage: CoveredFiles) -> [UInt8] {
    var text: [UInt8] = []
    for (path, lines) in coverage.files.sorted(by: { $0.key < $1.key }) {
      text += "SF:".utf8
      text += path.bytes
      text += "\n".utf8
      for (line, times) in lines.sorted(by: { $0.key < $1.key }) { text += "DA:\(line),\(times)\n".utf8 }
      text += "LF:\(lines.count)\nLH:\(lines.values.count { $0 > 0 })\nend_of_record\n".utf8
    }
    return text
  }
}
