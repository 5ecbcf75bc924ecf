/// The compiler's command for one module, changed so that it goes by nothing that was made of the module before and
/// writes nothing where others look.
struct LoneCompilation: Equatable {
  let compiler: String
  let arguments: [String]

  /// What keeps or uses outputs, with what follows it.
  private static let dropped: [String: Int] = [
    "-incremental": 0, "-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1,
    "-output-file-map": 1,
    "-emit-objc-header": 0, "-emit-objc-header-path": 1, "-serialize-diagnostics": 0, "-index-store-path": 1,
    // Errors are read as people see them.
    "-parseable-output": 0,
  ]

  /// `words` as a plan has them; nil for what is no compilation of Swift.
  init?(_ words: [String]) {
    guard let compiler = words.first, words.contains("-c"), words.contains("-module-name") else { return nil }
    self.compiler = compiler
    var arguments: [String] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      // What is handed on is not meant for the driver, whatever it looks like.
      if word.hasPrefix("-X"), let value = rest.popFirst() {
        arguments += [word, value]
      } else if let following = Self.dropped[word] {
        rest = rest.dropFirst(following)
      } else {
        arguments.append(word)
      }
    }
    self.arguments = arguments
  }
}
