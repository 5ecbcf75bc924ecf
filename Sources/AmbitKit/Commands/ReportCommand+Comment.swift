import Arguments
import Comments
import Edge
import Reports
import Support
import Terminal

/// `ambit report --post`: the comment on the pull request.
extension ReportCommand {
  func keepComment(
    _ selection: SelectionOptions, _ runs: [Argument], on host: CommentHost, _ world: World,
    _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) {
    // What is missing is said before anybody waits.
    let board = try BoardVariables.board(on: host, world)
    let before = try Self.run(in: options.before, world)
    let (page, marker) = try page(selection, runs, world, global)
    if !global.json { console.warn(page.warnings) }
    let text = ChangeComment.text(page, marker: marker, before: before)
    world.progressLine.begin("Posting")
    let (outcome, comment): (CommentReport.Outcome, BoardComment)
    do throws(BoardError) {
      (outcome, comment) = try CommentPosting(board: board, marker: marker).post(text)
    } catch {
      throw Failure(error, on: host)
    }
    let report = CommentReport(
      host: host.rawValue, outcome: outcome, url: comment.url.map(Text.escapingControls), comment: text,
      warnings: page.warnings)
    console.answer(
      json: report.json,
      text: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { StyledText(String($0)) })
    console.note(StyledText("the comment is \(outcome.rawValue)\(report.url.map { ": \($0)" } ?? "")", .dim))
  }
}
