import Base
import Reports
import Runner

/// Lines for the log of GitHub Actions. Logs are folded, and problems become annotations.
struct GitHubRunConsole: RunConsole {
  /// GitHub keeps only this many annotations for a job.
  private static let mostAnnotations = 50

  private(set) var story: RunStory
  private var heartbeat: RunHeartbeat
  private var annotations = 0
  /// The workspace's folder in the repository. Paths of annotations start at the repository.
  private let folder: RelativePath
  /// Makes the token that ends a folded log. A test must not guess it, or it could end the log itself.
  private let makeToken: @Sendable () -> String

  init(
    _ outline: RunOutline, detail: RunDetail, folder: RelativePath, now: Duration,
    makeToken: @escaping @Sendable () -> String
  ) {
    story = RunStory(detail: detail)
    heartbeat = RunHeartbeat(outline, detail: detail, now: now)
    self.folder = folder
    self.makeToken = makeToken
  }

  mutating func handle(_ event: RunEvent, now: Duration) -> String {
    let items = story.items(event)
    heartbeat.handle(event, isSaid: !items.isEmpty, now: now)
    return items.map { show($0) }.joined()
  }

  func note(_ line: StyledText, now: Duration) -> String { text(line) }

  mutating func tick(now: Duration) -> String { heartbeat.line(now: now).map(text) ?? "" }

  private func text(_ line: StyledText) -> String { GitHubCommand.defused(line.plain) + "\n" }

  private mutating func show(_ item: RunItem) -> String {
    let said =
      item.log.isEmpty
      ? text(item.line) : GitHubCommand.group(item.line.plain, item.log, token: makeToken())
    let problems = item.problems.prefix(Self.mostAnnotations - annotations)
    annotations += problems.count
    return said + problems.map(annotation).joined()
  }

  private func annotation(_ problem: RunItem.Problem) -> String {
    let file = problem.file.map { $0.hasPrefix("/") ? $0 : folder.appending($0).description }
    return GitHubCommand.annotation(
      problem.level, file: file, line: problem.line, column: problem.column, title: problem.title,
      message: problem.message)
  }
}
