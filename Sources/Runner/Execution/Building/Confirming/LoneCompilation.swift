import Base

/// The compiler's command for one module, changed so that it goes by nothing that was made of the module before and
/// writes nothing where others look.
struct LoneCompilation: Equatable {
  let compiler: String
  let arguments: [String]

  private static let moduleCache = "-module-cache-path"

  /// What runs programs, whose sources nobody vouches for.
  private static let programs: Set = [
    "-load-plugin-executable", "-load-plugin-library", "-plugin-path", "-external-plugin-path",
    "-in-process-plugin-server-path",
  ]

  /// What keeps or uses outputs, with what follows it.
  private static let dropped: [String: Int] = [
    "-incremental": 0, "-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1,
    "-output-file-map": 1,
    "-emit-objc-header": 0, "-emit-objc-header-path": 1, "-serialize-diagnostics": 0, "-index-store-path": 1,
    // Errors are read as people see them.
    "-parseable-output": 0,
  ]

  /// `words` as a plan for `scratch` has them; what compilers keep for one another is looked for and kept in `folder` alone. nil
  /// for what is no compilation of Swift, runs programs, or might write elsewhere.
  init?(_ words: [String], plannedIn scratch: String, in folder: String) {
    guard let compiler = words.first, words.contains("-c"), words.contains("-module-name") else { return nil }
    self.compiler = compiler
    var arguments: [String] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      // What is handed on is not meant for the driver, whatever it looks like.
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
