import Base

/// The compiler's command for one module, without its older outputs. It writes only where no other build reads.
struct LoneCompilation: Equatable {
  let compiler: String
  let arguments: [String]

  private static let moduleCache = "-module-cache-path"

  /// The flags that run programs. The record of interfaces does not cover the sources of programs.
  private static let programs: Set = [
    "-load-plugin-executable", "-load-plugin-library", "-plugin-path", "-external-plugin-path",
    "-in-process-plugin-server-path",
  ]

  /// The flags that write or use outputs, each with the number of words that follow it.
  private static let dropped: [String: Int] = [
    "-incremental": 0, "-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1,
    "-output-file-map": 1,
    "-emit-objc-header": 0, "-emit-objc-header-path": 1, "-serialize-diagnostics": 0, "-index-store-path": 1,
    // Ambit reads errors in the form for people.
    "-parseable-output": 0,
  ]

  /// `words` is the command of a plan for `scratch`. Module caches go to `folder`. nil when the command compiles no
  /// Swift, runs programs, or might write elsewhere.
  init?(_ words: [String], plannedIn scratch: String, in folder: String) {
    guard let compiler = words.first, words.contains("-c"), words.contains("-module-name") else { return nil }
    self.compiler = compiler
    var arguments: [String] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      // The word after `-X...` is for another program, even when it looks like a flag.
      if word.hasPrefix("-X"), let value = rest.popFirst() {
        guard !Self.programs.contains(value) else { return nil }
        arguments += [word, value]
      } else if word == Self.moduleCache, let path = rest.popFirst() {
        guard let place = path.path(below: scratch) else { return nil }
        arguments += [word, "\(folder)/\(place)"]
      } else if let following = Self.dropped[word] {
        rest = rest.dropFirst(following)
      } else {
        guard !Self.programs.contains(word), !word.hasPrefix("-emit-"), !word.hasSuffix("-path") else {
          return nil
        }
        arguments.append(word)
      }
    }
    self.arguments = arguments
  }
}
