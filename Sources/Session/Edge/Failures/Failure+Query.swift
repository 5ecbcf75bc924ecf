import GitBridge
package import Graph

extension Failure {
  /// Runs `body`, and adds the place in an expression to its error.
  package static func querying<Value>(
    _ text: String, _ body: () throws(QueryError) -> Value
  ) throws(Failure) -> Value {
    do throws(QueryError) {
      return try body()
    } catch {
      throw Failure(
        code: error.code, message: error.message, hints: QueryHints.hints(for: error),
        excerpt: Excerpt(line: text, place: error.place))
    }
  }

  /// Runs `body`, and adds the place of a revision to errors about that revision. Other errors stay as they are.
  package static func pointing<Value>(
    at place: QueryPlace?, in text: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      let isAboutRevision = [GitError.Kind.unknownRevision, .invalidRevision].contains {
        $0.rawValue == error.code
      }
      guard let place, isAboutRevision else { throw error }
      throw Failure(
        code: error.code, message: error.message, hints: error.hints,
        excerpt: Excerpt(line: text, place: place))
    }
  }
}

/// Hints for errors in an expression.
enum QueryHints {
  static func hints(for error: QueryError) -> [String] {
    if let nearest = error.nearest { return ["did you mean \"\(nearest)\"?"] }
    switch error.kind {
    case .syntax, .unknownFunction: return choices(error) + ["`ambit query --help` shows the language"]
    case .unknownKind: return choices(error)
    case .invalidPattern: return [Failure.namingHint]
    case .unknownModule:
      let signs = ["names may contain '-' and '+': put spaces around operators"]
      return (error.message.contains { "-+".contains($0) } ? signs : []) + [
        "`ambit query all` lists all modules"
      ]
    case .ambiguousModule:
      let more = error.choices.count > 5 ? ", ..." : ""
      return ["name one of \(error.choices.prefix(5).joined(separator: ", "))\(more)"]
    case .unknownTag:
      return choices(error) + ["tags are in workspace.json, under \"tags\" and \"modules\""]
    case .unknownTeam:
      return choices(error) + ["teams are in workspace.json, under \"teams\", owners in CODEOWNERS"]
    }
  }

  /// People read only the first few.
  private static let mostListed = 12

  private static func choices(_ error: QueryError) -> [String] {
    guard !error.choices.isEmpty else { return [] }
    let rest = error.choices.count - mostListed
    let shown = error.choices.prefix(mostListed).joined(separator: ", ")
    return ["valid here: \(shown)\(rest > 0 ? ", and \(rest) more" : "")"]
  }
}
