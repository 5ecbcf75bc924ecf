import Config
import Names

extension QueryError {
  /// `nearest` is what else may have been meant.
  init(_ problem: KnownModules.Problem, _ word: QueryWord, nearest other: String?) {
    switch problem {
    case .invalid(let error):
      self.init(
        .invalidPattern, "\(QueryError.quoted(word.text)) is no name of modules: \(error.reason)",
        at: word.place, nearest: other)
    case .unknown(let nearest):
      self.init(
        .unknownModule, "there is no module \(QueryError.quoted(word.text)) in this workspace",
        at: word.place, nearest: other ?? nearest)
    case .ambiguous(let modules):
      self.init(
        .ambiguousModule, "\(QueryError.quoted(word.text)) is the name of \(modules.count) modules",
        at: word.place,
        choices: modules.map(\.description))
    }
  }
}
