package import Base
package import Xcode

/// Carries out calls of xcodebuild, one after another, and judges their bundles.
package struct XcodeRun {
  private let tools: XcodeTools
  private let options: XcodeTestCall.Options
  private let failFast: Bool
  private let supervisor: ProcessSupervisor
  private let observer: any RunObserver

  package init(
    _ tools: XcodeTools, _ options: XcodeTestCall.Options, failFast: Bool,
    supervisor: ProcessSupervisor = .shared, observer: any RunObserver
  ) {
    self.tools = tools
    self.options = options
    self.failFast = failFast
    self.supervisor = supervisor
    self.observer = observer
  }

  /// Runs `calls` in the workspace at `root`. Result bundles are written to the folder `results`, and removed after
  /// they are read.
  package func run(_ calls: [XcodeTestCall], root: String, results: String) -> RunReport {
    var report = RunReport(inXcode: [])
    for (number, call) in calls.enumerated() {
      let hasFailed = failFast && report.modules.contains(where: \.outcome.isFailure)
      guard !hasFailed, !supervisor.isStopped else {
        report.modules += Self.unrun(call)
        continue
      }
      let path = "\(results)/\(number).xcresult"
      let judged = judge(call, tools.command(call, path, options, root: root), path)
      LocalFiles.removeTree(path)
      for package in judged.packages { observer.handle(.packageBuilt(package)) }
      for module in judged.modules { observer.handle(.moduleFinished(module)) }
      report.modules += judged.modules
      report.packages += judged.packages
    }
    if supervisor.isStopped { report.outcome = .stopped }
    return report
  }

  private static func unrun(_ call: XcodeTestCall) -> [ModuleReport] {
    call.bundles.map { ModuleReport(inXcode: $0) }
  }

  private func judge(
    _ call: XcodeTestCall, _ command: Command, _ path: String
  ) -> (modules: [ModuleReport], packages: [PackageReport]) {
    let name = "xcodebuild \(call.scheme)"
    let start = ContinuousClock.now
    observer.handle(.buildStarted(name, []))
    defer { observer.handle(.buildEnded(name)) }
    var log = CappedBuffer(limit: 16 << 20)
    let status: ProcessStatus
    do throws(Failure) {
      status = try command.stream(supervisor: supervisor) { stream, bytes in
        log.append(bytes)
        observer.handle(.buildOutput(name, stream, bytes))
      }
    } catch {
      if error.isStop { return (Self.unrun(call), []) }
      return (call.bundles.map { ModuleReport(id: $0, withoutVerdict: error.inRun) }, [])
    }
    guard !supervisor.isStopped else { return (Self.unrun(call), []) }
    let judgement = XcodeJudgement(
      call, status: status, log: String(decoding: log.finish(), as: UTF8.self), results: read(path),
      sanitizers: options.sanitizers)
    var modules = judgement.modules
    // A single bundle took the whole time. Each of several bundles took the time of its cases.
    if modules.count == 1 { modules[0].seconds = (ContinuousClock.now - start).inSeconds }
    return (modules, judgement.packages)
  }

  private func read(_ path: String) -> Result<XcodeTestResults, XcodeTestResults.Damage> {
    guard LocalFiles.isThere(path) else {
      return .failure(.init(message: "xcodebuild wrote no result bundle"))
    }
    do throws(Failure) {
      let output = try tools.reading(path).run(supervisor: supervisor)
      guard output.status.isSuccess else {
        let said = output.stderrText.split(whereSeparator: \.isNewline).last ?? "no message"
        return .failure(.init(message: "xcresulttool failed: \(said)"))
      }
      do throws(XcodeTestResults.Damage) {
        return .success(try XcodeTestResults(reading: output.stdout))
      } catch {
        return .failure(.init(message: "the output of xcresulttool cannot be read: \(error.message)"))
      }
    } catch {
      return .failure(.init(message: error.message))
    }
  }
}

/// The programs of Xcode, where they are installed.
package struct XcodeTools: Sendable {
  private let xcodebuild: String
  private let xcrun: String
  /// The user's own environment. Nothing that runs under it is recorded.
  private let environment: [String: String]

  /// nil where Xcode is not installed. Apple's command line tools alone have an `xcodebuild` that refuses every call.
  package init?(_ environment: [String: String]) {
    let path = environment["PATH"] ?? ""
    guard let xcodebuild = Executables.find("xcodebuild", inSearchPath: path),
      let xcrun = Executables.find("xcrun", inSearchPath: path)
    else { return nil }
    (self.xcodebuild, self.xcrun, self.environment) = (xcodebuild, xcrun, environment)
    let version = Command(executable: xcodebuild, arguments: ["-version"], environment: environment)
    guard (try? version.run(timeout: .seconds(60)))?.status.isSuccess == true else { return nil }
  }

  package func command(
    _ call: XcodeTestCall, _ results: String, _ options: XcodeTestCall.Options, root: String
  ) -> Command {
    let folder = call.folder.isRoot ? root : "\(root)/\(call.folder)"
    return Command(
      executable: xcodebuild, arguments: call.arguments(results: results, options), environment: environment,
      workingFolder: folder)
  }

  func reading(_ results: String) -> Command {
    Command(
      executable: xcrun,
      arguments: ["xcresulttool", "get", "test-results", "tests", "--path", results, "--compact"],
      environment: environment)
  }
}

/// The verdicts on the bundles of one call of xcodebuild.
///
/// A bundle passes only when the call succeeds. Its own results must also say that a case ran and none failed.
struct XcodeJudgement {
  let modules: [ModuleReport]
  /// The projects and packages that do not build.
  let packages: [PackageReport]

  /// `log` is the output of xcodebuild, and `results` the content of its result bundle.
  init(
    _ call: XcodeTestCall, status: ProcessStatus, log: String,
    results: Result<XcodeTestResults, XcodeTestResults.Damage>, sanitizers: [String] = []
  ) {
    let found = (try? results.get())?.bundles ?? []
    let isTested = call.bundles.contains { id in found.contains { $0.name == id.name && !$0.cases.isEmpty } }
    // A failed assertion reads like an error of the compiler: `/p/T.swift:10: error: -[M.T test] : failed`.
    let errors = BuildDiagnostic.errors(in: log).filter { $0.file != nil && !$0.message.hasPrefix("-[") }
    var modules: [ModuleReport] = []
    if !status.isSuccess, !isTested, !errors.isEmpty {
      modules = call.bundles.map { ModuleReport(id: $0, outcome: .buildFailed) }
      packages = Set(call.bundles.map(\.package)).sorted().map { folder in
        PackageReport(folder: folder, outcome: .buildFailed, errors: errors)
      }
    } else {
      packages = []
      if !isTested, let reason = Self.obstacle(call, status, log, results) {
        modules = call.bundles.map { ModuleReport(id: $0, withoutVerdict: reason) }
      } else {
        let hasFailure = found.contains { $0.hasFailed || $0.cases.contains { $0.outcome == .failed } }
        let doubt = status.isSuccess || hasFailure ? nil : Self.end(status)
        modules = call.bundles.map { id in
          ModuleReport(id: id, found.first { $0.name == id.name }, doubt: doubt)
        }
      }
    }
    self.modules = modules.map { module in
      var module = module
      (module.runsInXcode, module.sanitizers) = (true, sanitizers)
      return module
    }
  }

  /// Returns the reason for which no bundle of the call can be judged. nil when the results show that none ran.
  private static func obstacle(
    _ call: XcodeTestCall, _ status: ProcessStatus, _ log: String,
    _ results: Result<XcodeTestResults, XcodeTestResults.Damage>
  ) -> Failure? {
    let said = log.split(whereSeparator: \.isNewline).first { $0.hasPrefix("xcodebuild: error: ") }
    if !status.isSuccess, let said {
      let words = said.dropFirst("xcodebuild: error: ".count)
      return Failure(
        code: "xcodebuild-refused", message: "xcodebuild refuses the scheme \"\(call.scheme)\": \(words)")
    }
    if case .failure(let damage) = results {
      return Failure(
        code: "no-test-results",
        message:
          "the scheme \"\(call.scheme)\" has no results: \(damage.message); `-v` shows xcodebuild's log")
    }
    guard !status.isSuccess else { return nil }
    return Failure(
      code: "xcodebuild-failed",
      message: "\(end(status)) for the scheme \"\(call.scheme)\" before any test ran; `-v` shows its log")
  }

  private static func end(_ status: ProcessStatus) -> String {
    switch status {
    case .exited(let code): "xcodebuild ended with exit code \(code)"
    case .signalled(let number): "xcodebuild was killed by signal \(number)"
    case .timedOut: "xcodebuild timed out"
    }
  }
}

extension ModuleReport {
  /// `doubt` says how xcodebuild failed, when no test failed.
  fileprivate init(id: ModuleID, _ bundle: XcodeTestResults.Bundle?, doubt: String?) {
    self.init(id: id, outcome: .passed)
    attempts = 1
    guard let bundle, !bundle.cases.isEmpty else {
      (outcome, code) = (.failed, .noTestsRan)
      failures = [CaseFailure(testCase: id.name, message: "xcodebuild ran none of its tests")]
      return
    }
    for one in bundle.cases {
      let name = "\(id.name).\(one.name)"
      caseReports.append(CaseReport(name: name, outcome: .init(one.outcome), seconds: one.seconds))
      seconds += one.seconds ?? 0
      let messages = one.messages.isEmpty ? ["failed without a message"] : one.messages
      if one.outcome == .failed || one.isFlaky {
        failures += messages.map { CaseFailure(testCase: name, message: $0) }
      }
    }
    caseReports.sort { $0.name < $1.name }
    cases = CaseCounts(
      passed: caseReports.count { $0.outcome == .passed },
      failed: caseReports.count { $0.outcome == .failed },
      skipped: caseReports.count { $0.outcome == .skipped })
    if cases.failed > 0 {
      outcome = .failed
    } else if bundle.hasFailed || doubt != nil {
      outcome = .failed
      let message = doubt.map { "no test failed, but \($0)" } ?? "no test failed, but the bundle failed"
      failures.append(CaseFailure(testCase: id.name, message: message))
    } else if bundle.cases.contains(where: \.isFlaky) {
      (outcome, attempts) = (.flaky, 2)
    }
  }
}

extension CaseReport.Outcome {
  fileprivate init(_ outcome: XcodeTestResults.Case.Outcome) {
    self =
      switch outcome {
      case .passed: .passed
      case .failed: .failed
      case .skipped: .skipped
      }
  }
}
