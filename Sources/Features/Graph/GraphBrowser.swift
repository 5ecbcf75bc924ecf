import Base
import Reports
import Runner
import Session

/// Writes the page of the graph to the build folder, and shows it in the user's browser.
struct GraphBrowser {
  private let path: String
  private let world: World

  init(_ workspace: OpenWorkspace, _ world: World) {
    path = ScratchRoot.path(inWorkspace: workspace.location.root) + "/graph.html"
    self.world = world
  }

  /// Returns a line that names the page.
  func open(_ page: String) throws(Failure) -> StyledText {
    try ScratchRoot.prepare(LocalFiles.folder(of: path))
    guard LocalFiles.replace(path, with: Array(page.utf8)) else {
      throw Failure.scratchUnwritable(path)
    }
    guard let program else { throw failure("no browser was found") }
    if let status = try started(program), !status.isSuccess {
      throw failure("\"\(program)\" did not open the page")
    }
    return "Opened \(path, .path)"
  }

  private func failure(_ message: String) -> Failure {
    Failure(
      code: "no-browser", message: message,
      hints: ["open \"\(path)\", or set BROWSER to a program that shows pages"])
  }

  /// The absolute path of the user's browser, else of the system's program that opens files.
  private var program: String? {
    let searchPath = world.environment["PATH"] ?? ""
    return [world.environment["BROWSER"], "xdg-open", "open"].lazy.compactMap { name in
      name.flatMap { Executables.find($0, inSearchPath: searchPath) }
    }.first
  }

  /// Returns the status if the program ends at once. A browser may run for hours, so Ambit does not wait for its end.
  private func started(_ program: String) throws(Failure) -> ProcessStatus? {
    // A pipe would break when Ambit ends before the browser.
    let command = Command(
      executable: "/bin/sh", arguments: ["-c", "exec \"$0\" \"$1\" >/dev/null 2>&1", program, path],
      environment: world.everything, workingFolder: world.workingFolder)
    let ended = Guarded<Result<ProcessStatus, Failure>?>(nil)
    let isStarted = Threads.start {
      do throws(Failure) {
        let status = try command.run().status
        ended.with { $0 = .success(status) }
      } catch {
        ended.with { $0 = .failure(error) }
      }
    }
    guard isStarted else { throw failure("the browser did not start") }
    ended.wait(atMost: .seconds(3)) { $0 != nil }
    return try ended.look { $0 }?.get()
  }
}
