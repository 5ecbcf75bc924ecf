import Query
import Support
import Terminal

/// A line that somebody wrote, and which part of it a failure is about.
package struct Excerpt: Sendable, Hashable {
  package let line: String
  /// Counted in its Unicode scalars.
  package let place: Range<Int>

  /// Counted from one.
  package var column: Int { place.lowerBound + 1 }
}

extension Failure {
  /// Says where in an expression it fails.
  static func querying<Value>(
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

  /// The same for what goes wrong with a name in it.
  static func pointing<Value>(
    at place: QueryPlace?, in text: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      guard let place else { throw error }
      throw Failure(
        code: error.code, message: error.message, hints: error.hints,
        excerpt: Excerpt(line: text, place: place))
    }
  }
}

/// The next step for each way in which an expression has no answer.
enum QueryHints {
  static func hints(for error: QueryError) -> [String] {
    if let nearest = error.nearest { return ["did you mean \"\(nearest)\"?"] }
    switch error.kind {
    case .syntax, .unknownFunction: return choices(error) + ["`ambit query --help` shows the language"]
    case .unknownKind: return choices(error)
    case .invalidPattern: return ["a module is //Packages/Core:Core; //Packages/Core is all of a package"]
    case .unknownModule:
      let signs = ["within a name '-' and '+' belong to it: put spaces around them"]
      return (error.message.contains { "-+".contains($0) } ? signs : []) + [
        "`ambit query all` lists all modules"
      ]
    case .ambiguousModule:
      let more = error.choices.count > 5 ? ", ..." : ""
      return ["name one of \(error.choices.prefix(5).joined(separator: ", "))\(more)"]
    case .unknownTag:
      return choices(error) + ["tags stand in workspace.json, under \"tags\" and \"modules\""]
    case .unknownTeam:
      return choices(error) + ["teams stand in workspace.json, under \"teams\", and owners in CODEOWNERS"]
    }
  }

  /// People read the first few.
  private static let mostListed = 12

  private static func choices(_ error: QueryError) -> [String] {
    guard !error.choices.isEmpty else { return [] }
    let rest = error.choices.count - mostListed
    let shown = error.choices.prefix(mostListed).joined(separator: ", ")
    return ["valid here: \(shown)\(rest > 0 ? ", and \(rest) more" : "")"]
  }
}

extension Excerpt {
  private static let caretStyle = Style.bad

  /// The line, cut to what fits, and a mark underneath.
  func lines(width: Int?) -> [StyledText] {
    let room = max(40, (width ?? 100) - 4)
    let scalars = Array(line.unicodeScalars)
    let start = scalars.count <= room ? 0 : max(0, min(place.lowerBound - room / 2, scalars.count - room))
    let end = min(scalars.count, start + room)
    let before = Self.shown(scalars[start..<min(place.lowerBound, end)])
    let marked = Self.shown(scalars[min(place.lowerBound, end)..<min(place.upperBound, end)])
    let after = Self.shown(scalars[min(place.upperBound, end)..<end])
    let head = start > 0 ? "..." : ""
    let tail = end < scalars.count ? "..." : ""
    let indent = DisplayWidth.of(head) + DisplayWidth.of(before)
    let mark = String(repeating: "^", count: max(1, DisplayWidth.of(marked)))
    return [
      StyledText("  \(head)\(before)\(marked)\(after)\(tail)"),
      StyledText("  " + String(repeating: " ", count: indent)) + StyledText(mark, Self.caretStyle),
    ]
  }

  /// On one line, as a terminal shows it.
  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.map { $0.properties.isWhitespace ? " " : $0 })
    return Text.escapingControls(String(text))
  }
}
