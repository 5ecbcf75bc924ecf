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
