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
