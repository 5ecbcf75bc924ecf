import Terminal

/// An error that keeps packages from being built, told once, with all that waits for it.
struct ChangeCause: Sendable, Hashable {
  /// The module whose source has the error, else the package whose build brought it up.
  let name: String
  let message: String
  let place: String?
  /// Test modules that were not built because of it.
  fileprivate(set) var tests: [String] = []
  /// Packages that do not build because of it, as `//Packages/Core`.
  fileprivate(set) var packages: [String] = []

  /// `blocks 7 test modules and 5 packages`; empty for what is nobody's trouble but its own.
  var blocked: String {
    guard !tests.isEmpty || packages.count > 1 else { return "" }
    let parts = [
      tests.isEmpty ? nil : Wording.count(tests.count, "test module"),
      packages.isEmpty ? nil : Wording.count(packages.count, "package"),
    ].compactMap(\.self)
    return "blocks \(parts.joined(separator: " and "))"
  }
}

/// What a run says of builds, folded: every module and package that an error blocks has that error in its report.
struct ChangeCauses {
  private(set) var all: [ChangeCause] = []
  private var known: [Key: Int] = [:]

  private struct Key: Hashable {
    let message: String
    let place: String?
  }

  /// Those that block most come first.
  init(_ run: ReportedRun) {
    for module in run.unbuilt {
      for failure in module.failures { all[cause(failure, in: failure.testCase)].tests.append(module.id) }
    }
    let isPlaced = { (package: ReportedRun.Package) in package.errors.contains { $0.place != nil } }
    for package in run.brokenPackages.filter(isPlaced) + run.brokenPackages.filter({ !isPlaced($0) }) {
      add(package)
    }
    all = all.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if (first.place == nil) != (second.place == nil) { return first.place != nil }
      let (more, less) = (
        first.tests.count + first.packages.count, second.tests.count + second.packages.count
      )
      return more == less ? left.offset < right.offset : more > less
    }.map(\.element)
  }

  private mutating func cause(_ failure: ReportedRun.Failure, in name: String) -> Int {
    let key = Key(message: failure.message, place: failure.place)
    if let index = known[key] { return index }
    known[key] = all.count
    all.append(ChangeCause(name: name, message: failure.message, place: failure.place))
    return all.count - 1
  }

  /// A package that only waits for another one's module says so without a place.
  private mutating func add(_ package: ReportedRun.Package) {
    let name = "//\(package.folder)"
    let errors =
      package.errors.isEmpty ? [ReportedRun.Failure(testCase: name, message: "", place: nil)] : package.errors
    for error in errors {
      let index = error.place == nil ? waited(for: error.message, by: name) : nil
      let place = index ?? cause(error, in: name)
      if !all[place].packages.contains(name) { all[place].packages.append(name) }
    }
  }

  /// The cause that the words name, or that a test module of the package is blamed on.
  private func waited(for message: String, by package: String) -> Int? {
    all.indices.first { index in
      guard all[index].place != nil else { return false }
      return message.contains(all[index].name) || all[index].tests.contains { $0.hasPrefix("\(package):") }
    }
  }
}
