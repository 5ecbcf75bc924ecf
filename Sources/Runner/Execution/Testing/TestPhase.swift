import Base

/// Runs the test modules of built packages: several at a time, the longest first. Modules that must run alone follow
/// one by one.
struct TestPhase: Sendable {
  let plan: RunPlan
  let gate: (any ProductGate)?
  let workers: (any TestWorkers)?
  let control: RunControl
  let compiled = CompiledProducts()

  var commands: SwiftCommands { plan.swift }
  var halt: Halt { control.halt }

  /// A test module that can be run.
  struct Item: Sendable {
    let module: TestedModule
    let listing: TestListing
  }

  /// A product from which a package's tests start.
  private struct Source: Sendable {
    let package: PackageRun
    let product: TestProduct
    /// False for a product whose test modules have no sources.
    let isThere: Bool
    let hasNoXCTest: Bool
    /// The modules to run.
    var modules: [TestedModule]
    /// The reports of modules that need not run.
    var replays: [ModuleReport] = []
  }

  func run(_ built: [BuiltPackage]) throws(Failure) -> [ModuleReport] {
    let tested = built.filter { !$0.package.tests.isEmpty }
    let (untried, ready) = withTools(tested.filter(\.canTest), built)
    var reports = untried + tested.filter { !$0.canTest }.flatMap(unbuilt)
    defer { removeViews(built) }
    try makeViews(ready)
    let sources = concurrentMap(ready.flatMap(sources), jobs: plan.settings.jobs) { replaying($0) }
    reports += sources.flatMap(\.replays)
    let listed = try concurrentMap(sources.filter { !$0.modules.isEmpty }, jobs: plan.settings.jobs) {
      source throws(Failure) in (source, try list(source))
    }
    var items: [Item] = []
    for (source, result) in listed {
      let modules = source.modules
      switch result {
      case .listing(let listing): items += modules.map { Item(module: $0, listing: listing) }
      case .failed(let message): reports += unlisted(source, message)
      case .stopped: reports += modules.map { ModuleReport(id: $0.id, outcome: .skipped) }
      }
    }
    let isExclusive = { (item: Item) in plan.settings.limits(of: item.module.id).isExclusive ?? false }
    reports += try runShared(inOrder(items.filter { !isExclusive($0) }))
    for item in inOrder(items.filter(isExclusive)) { reports.append(try runHere(item)) }
    discardLiars(reports, built)
    return reports
  }

  /// Puts modules that failed before first, then the longest ones. A module without a known time may be the longest.
  private func inOrder(_ items: [Item]) -> [Item] {
    let seconds = items.map { plan.expectedSeconds[$0.module.id] ?? .infinity }
    let isLate = items.map { plan.failedBefore.contains($0.module.id) ? 0 : 1 }
    return items.indices.sorted { (isLate[$0], seconds[$1], $0) < (isLate[$1], seconds[$0], $1) }.map {
      items[$0]
    }
  }
}

// MARK: What tests run

extension TestPhase {
  /// Removes test modules that run a program which was not built. An older program would run instead.
  private func withTools(
    _ tested: [BuiltPackage], _ all: [BuiltPackage]
  ) -> (reports: [ModuleReport], ready: [BuiltPackage]) {
    let unjudged = plan.unjudged.map { PackageReport(folder: $0.folder, withoutVerdict: $0.reason) }
    let packages = Dictionary((all.map(\.report) + unjudged).map { ($0.folder, $0) }) { first, _ in first }
    var reports: [ModuleReport] = []
    var ready: [BuiltPackage] = []
    for var built in tested {
      for test in built.package.tests {
        let tools = (built.package.tools[test] ?? []).sorted()
        guard let missing = tools.first(where: { packages[$0.package]?.outcome != .built }) else {
          continue
        }
        built.package.tests.removeAll { $0 == test }
        reports.append(report(test, without: missing, packages[missing.package]))
      }
      if !built.package.tests.isEmpty { ready.append(built) }
    }
    return (reports, ready)
  }

  private func makeViews(_ ready: [BuiltPackage]) throws(Failure) {
    for package in ready.map(\.package) {
      guard let view = package.viewFolder else { continue }
      try ProductView.make(view, of: package, in: commands.productFolder(package), by: commands.engine)
    }
  }

  private func removeViews(_ built: [BuiltPackage]) {
    for scratch in Set(built.map(\.package.scratchFolder)) {
      LocalFiles.removeTree(ProductView.root(beside: scratch))
    }
  }

  private func report(
    _ test: ModuleID, without tool: ModuleID, _ package: PackageReport?
  ) -> ModuleReport {
    let report: ModuleReport
    switch package?.outcome {
    case .buildFailed:
      let failure = CaseFailure(
        testCase: tool.description, message: "it runs \(tool), whose package does not build")
      report = ModuleReport(id: test, outcome: .buildFailed, failures: [failure])
    case .noVerdict:
      let reason = package?.noVerdict
      let message =
        "it runs \(tool), whose package could not be built: \(reason?.message ?? "the reason is unknown")"
      report = ModuleReport(
        id: test, withoutVerdict: Failure(code: reason?.code ?? "not-built", message: message))
    case .built, .skipped, nil: return ModuleReport(id: test, outcome: .skipped)
    }
    control.observer.handle(.moduleFinished(report))
    return report
  }
}

// MARK: Cases that did not run

extension TestPhase {
  /// Deletes the scratch folders of compiled cases that did not run. The next run builds from nothing.
  private func discardLiars(_ reports: [ModuleReport], _ built: [BuiltPackage]) {
    let packages = Set(reports.filter { $0.code == .noTestsRan }.map(\.id.package))
    let folders = Set(built.filter { packages.contains($0.package.folder) }.map(\.package.scratchFolder))
    for folder in folders { LocalFiles.removeTree(folder) }
  }
}

// MARK: Listing

extension TestPhase {
  private enum ListResult: Sendable {
    case listing(TestListing)
    /// The text is the reason.
    case failed(String)
    case stopped
  }

  private func sources(of built: BuiltPackage) -> [Source] {
    commands.testProducts(of: built.package).map { product in
      Source(
        package: built.package, product: product,
        isThere: plan.settings.viaSwiftTest || built.products.contains(product.name),
        hasNoXCTest: built.withoutXCTest.contains(product.name), modules: product.tests(of: built.package))
    }
  }

  /// Returns no gate for a module that must not be observed. Its other inputs are unknown.
  func gate(of module: TestedModule) -> (any ProductGate)? {
    plan.settings.limits(of: module.id).isObserved ?? true ? gate : nil
  }

  /// Removes the modules that need not run. Their cases need no list.
  private func replaying(_ source: Source) -> Source {
    guard source.isThere, !halt.isOn else { return source }
    var source = source
    source.modules.removeAll { module in
      guard let gate = gate(of: module), let report = commands.built(module).flatMap(gate.replay) else {
        return false
      }
      source.replays.append(report)
      control.observer.handle(.moduleFinished(report))
      return true
    }
    return source
  }

  private func list(_ source: Source) throws(Failure) -> ListResult {
    guard !halt.isOn else { return .stopped }
    guard source.isThere else { return .listing(TestListing("")) }
    // Swift Testing lists the cases of such a product when it runs. A product with cases of XCTest is asked first, so
    // that no empty run of Swift Testing is added.
    let isWhole = commands.isOneModule(source.product)
    if source.hasNoXCTest, isWhole { return .listing(.wholeProduct) }
    var texts: [String] = []
    for command in commands.lists(source.package, source.product) {
      let output: ProcessOutput
      do throws(Failure) {
        output = try command.run(timeout: timeout(of: source), supervisor: control.supervisor)
      } catch {
        guard error.isStop else { throw error.inRun }
        return .stopped
      }
      // Swift Testing finds no test. The product may still have printed lines of its own while it was loaded.
      let isEmpty =
        output.status == SwiftCommands.nothingToTest && (output.stdout.isEmpty || !texts.isEmpty)
      // With a shortened list, missing cases would not be noticed.
      guard output.status.isSuccess || isEmpty, output.omittedBytes == 0 else {
        if texts.isEmpty, mayBeOwnProgram(source) { return .listing(.ownProgram) }
        return .failed("its tests could not be listed (\(output.status)):\n\(output.stderrText)")
      }
      texts.append(isEmpty ? "" : output.stdoutText)
      if isWhole, texts.count == 1, TestListing(xctest: texts[0]) == .wholeProduct {
        return .listing(.wholeProduct)
      }
    }
    guard let listing = listing(from: texts) else {
      if mayBeOwnProgram(source) { return .listing(.ownProgram) }
      return .failed("its tests could not be listed: XCTest printed no list")
    }
    return .listing(commands.settings.filter.map { listing.filtered(by: $0) } ?? listing)
  }

  /// The longest time that one of the modules may take. nil when one of them has no limit.
  private func timeout(of source: Source) -> Duration? {
    let timeouts = source.modules.map { plan.settings.limits(of: $0.id).timeout }
    return timeouts.contains(nil) ? nil : timeouts.compactMap(\.self).max()
  }

  /// True when a product that lists no cases may have its package's own main program. `swift test` would run it as a
  /// whole.
  private func mayBeOwnProgram(_ source: Source) -> Bool {
    source.package.hasTestEntryPoint && commands.settings.filter == nil && !commands.settings.viaSwiftTest
  }

  private func listing(from texts: [String]) -> TestListing? {
    texts.count == 2
      ? TestListing(xctest: texts[0], swiftTesting: texts[1]) : texts.first.map { TestListing($0) }
  }
}

// MARK: What was not run

extension TestPhase {
  private func unbuilt(_ built: BuiltPackage) -> [ModuleReport] {
    if let reason = built.report.noVerdict {
      return told(built.package.tests.map { ModuleReport(id: $0, withoutVerdict: reason) })
    }
    guard built.report.outcome == .buildFailed else {
      return built.package.tests.map { ModuleReport(id: $0, outcome: .skipped) }
    }
    let failures = built.culprits.map { error in
      CaseFailure(
        testCase: error.module?.description ?? built.package.name, message: error.message, file: error.file,
        line: error.line, column: error.column)
    }
    return finished(built.package.tests, .buildFailed, failures)
  }

  /// Reports a product that cannot list its tests, for example because it crashes when it is loaded.
  private func unlisted(_ source: Source, _ message: String) -> [ModuleReport] {
    halt.noteFailure()
    let failure = CaseFailure(testCase: source.package.name, message: message)
    return finished(source.modules.map(\.id), .crashed, [failure])
  }

  private func finished(
    _ tests: [ModuleID], _ outcome: ModuleReport.Outcome, _ failures: [CaseFailure]
  ) -> [ModuleReport] {
    told(tests.map { ModuleReport(id: $0, outcome: outcome, failures: failures) })
  }

  private func told(_ reports: [ModuleReport]) -> [ModuleReport] {
    for report in reports { control.observer.handle(.moduleFinished(report)) }
    return reports
  }
}
