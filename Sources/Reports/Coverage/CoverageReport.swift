package import Coverage
package import Names
package import Support

/// Which lines of a workspace's modules tests executed. Lines of tests do not count: that they are executed says nothing.
package struct CoverageReport: Sendable {
  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    package let owners: [String]
    /// Of its files, sorted.
    package let files: [RelativePath]
    package let coverage: LineCoverage

    package init(id: ModuleID, owners: [String], files: [RelativePath], coverage: LineCoverage) {
      self.id = id
      self.owners = owners
      self.files = files
      self.coverage = coverage
    }
  }

  package let files: CoveredFiles
  /// Sorted by id; those without a line that can be executed are not among them.
  package let modules: [Module]
  /// How many test modules it is made from, and those of which it cannot be told.
  package let testCount: Int
  package let missing: [ModuleID]

  package init(files: CoveredFiles, modules: [Module], testCount: Int, missing: [ModuleID]) {
    self.files = files
    self.modules = modules
    self.testCount = testCount
    self.missing = missing
  }

  package var total: LineCoverage { files.all }

  /// By package, and by team: a module of two is in both.
  var packages: [(name: String, coverage: LineCoverage)] { groups { ["//\($0.id.package)"] } }
  var teams: [(name: String, coverage: LineCoverage)] {
    groups { $0.owners.isEmpty ? ["(none)"] : $0.owners }
  }

  private func groups(_ names: (Module) -> [String]) -> [(name: String, coverage: LineCoverage)] {
    var groups: [String: LineCoverage] = [:]
    for module in modules {
      for name in names(module) {
        groups[name, default: LineCoverage()] = (groups[name] ?? LineCoverage()) + module.coverage
      }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension CoveredFiles {
  /// The lines of a file that can be executed and were not, put together where only such without code lie between.
  func missedRanges(of path: RelativePath) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var isOpen = false
    for (line, times) in (files[path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      if times > 0 {
        isOpen = false
      } else if isOpen, let last = ranges.popLast() {
        ranges.append(last.lowerBound...line)
      } else {
        ranges.append(line...line)
        isOpen = true
      }
    }
    return ranges
  }
}
