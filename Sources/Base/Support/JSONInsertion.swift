/// A piece of text that goes into another; nothing of the other is touched.
package struct TextInsertion: Sendable, Hashable {
  /// Byte offset in the text as it was.
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

/// Adds to lists of a JSON file that people keep: its comments, its order and its layout stay as they are.
package enum JSONInsertion {
  package struct Problem: Error, Sendable, Equatable {
    package let message: String
    package let offset: Int
  }

  /// What has to be inserted so that the list at `path` has one more element at its end. What is missing on the way to the
  /// list is made. `element` is JSON.
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
      message: "\(name) is \(node.kindName), so nothing can be added to it as to \(expected)",
      offset: node.offset)
  }
}
