import Arguments
import Edge

/// `ambit completions`: a script for a shell, or words that such a script asks for.
struct CompletionsCommand {
  let options: CompletionsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    guard let list = options.list else {
      console.answer(Completions.script(for: options.shell))
      return .success
    }
    let words = try CompletionWords.words(list, world, global)
    console.answer(words.map { $0.line(for: options.shell) + "\n" }.joined())
    return .success
  }
}
