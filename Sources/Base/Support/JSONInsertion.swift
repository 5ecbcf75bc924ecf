/// A piece of text that is inserted into another text. The rest of that text stays as it is.
package struct TextInsertion: Sendable, Hashable {
  /// The byte offset in the text before the insertion.
  package let offset: Int
  package let bytes: [UInt8]

  package static func apply(_ insertions: [TextInsertion], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for insertion in insertions {
      result += bytes[at..<insertion.offset] + insertion.bytes
      at = insertion.offset
    }
    return result + bytes[at...]
  }
}

/// Adds elements to lists of a JSON file that people edit. The file keeps its comments, its order and its layout.
package enum JSONInsertion {
  package struct Problem: Error, Sendable, Equatable {
    package let message: String
    package let offset: Int
  }

  /// Returns the insertions that add `element`, a JSON text, at the end of the list at `path`. Missing objects on the
  /// way to the list are made.
  package static func appending(
    _ element: String, toListAt path: [String], in bytes: [UInt8]
  ) throws(Problem) -> [TextInsertion] {
    var node = try parsed(bytes)
    for (depth, key) in path.enumerated() {
      guard node.objectValue != nil else { throw wrong(node, path[..<depth], "an object") }
      guard let next = node[key] else {
        let inner = path[(depth + 1)...].reversed().reduce("[\(element)]") { "{\($1.compactJSON): \($0)}" }
        return JSONLayout(bytes).insertions(of: "\(key.compactJSON): \(inner)", into: node)
      }
      node = next
    }
    guard node.arrayValue != nil else { throw wrong(node, path[...], "a list") }
    return JSONLayout(bytes).insertions(of: element, into: node)
  }

  private static func parsed(_ bytes: [UInt8]) throws(Problem) -> JSONNode {
    do throws(JSONError) {
      return try JSONParser.parse(bytes, as: .relaxed)
    } catch {
      throw Problem(message: error.message, offset: error.offset)
    }
  }

  private static func wrong(_ node: JSONNode, _ path: ArraySlice<String>, _ expected: String) -> Problem {
    let name = path.isEmpty ? "the document" : "\"\(path.joined(separator: "."))\""
    return Problem(
      message: "\(name) is \(node.kindName), not \(expected)",
      offset: node.offset)
  }
}
