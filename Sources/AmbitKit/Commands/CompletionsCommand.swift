import Arguments
import Edge
import Support

/// `ambit completions`: a script for a shell, or what it asks for.
struct CompletionsCommand {
  let options: CompletionsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    guard let line = options.line else {
      console.answer(CompletionScripts.script(for: options.shell))
      return .success
    }
    let next = Completions(of: line)
    console.answer(
      (next.source.map { ":\($0.rawValue)\n" } ?? "") + next.words.map { text($0, next) }.joined())
    guard let list = next.list else { return .success }
    let words = try CompletionWords.words(list, world, global)
    console.answer(words.map { text($0, next) }.joined())
    return .success
  }

  /// bash takes words alone; the others show what they mean.
  private func text(_ word: Completions.Word, _ next: Completions) -> String {
    let hasMeaning = options.shell != .bash && !word.meaning.isEmpty
    return next.prefix + word.text + (hasMeaning ? "\t\(Text.escapingControls(word.meaning))" : "") + "\n"
  }
}
