import Config
import Names

extension QueryError {
  init(_ problem: ModuleNames.Problem, _ word: QueryWord) {
    switch problem {
    case .invalid(let error):
      self.init(
        .invalidPattern, "\(QueryError.quoted(word.text)) is no name of modules: \(error.reason)",
        at: word.place)
    case .unknown(let nearest):
      self.init(
        .unknownModule, "there is no module \(QueryError.quoted(word.text)) in this workspace",
        at: word.place, nearest: nearest)
    case .ambiguous(let modules):
      self.init(
        .ambiguousModule, "\(QueryError.quoted(word.text)) is the name of \(modules.count) modules",
        at: word.place,
        choices: modules.map(\.description))
    }
  }
}
