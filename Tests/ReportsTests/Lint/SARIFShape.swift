import Base

/// The rules of the published schema of SARIF 2.1.0 for the objects that our reports use: which properties
/// there are, which must be there, and what they hold. The schema allows no others.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json
indirect enum SARIFShape: Sendable {
  case text
  case oneOf([String])
  case integer(atLeast: Int)
  /// Relative or not, without what a URI must escape.
  case uriReference
  case list(SARIFShape)
  case mapOfText
  case object([String: SARIFShape], required: [String])

  static let log = SARIFShape.object(
    ["$schema": .uriReference, "version": .oneOf(["2.1.0"]), "runs": .list(run)],
    required: ["version", "runs"])

  private static let run = SARIFShape.object(
    [
      "tool": .object(["driver": driver], required: ["driver"]), "results": .list(result),
      "columnKind": .oneOf(["utf16CodeUnits", "unicodeCodePoints"]),
    ], required: ["tool"])

  private static let driver = SARIFShape.object(
    [
      "name": .text, "version": .text, "informationUri": .uriReference,
      "rules": .list(
        .object(["id": .text, "shortDescription": message, "help": message], required: ["id"])),
    ], required: ["name"])

  private static let message = SARIFShape.object(["text": .text, "markdown": .text], required: ["text"])

  private static let result = SARIFShape.object(
    [
      "ruleId": .text, "ruleIndex": .integer(atLeast: -1), "message": message, "locations": .list(location),
      "level": .oneOf(["none", "note", "warning", "error"]), "partialFingerprints": .mapOfText,
      "baselineState": .oneOf(["new", "unchanged", "updated", "absent"]),
      "suppressions": .list(
        .object(
          [
            "kind": .oneOf(["inSource", "external"]),
            "status": .oneOf(["accepted", "underReview", "rejected"]),
            "justification": .text,
          ], required: ["kind"])),
    ], required: ["message"])

  private static let location = SARIFShape.object(
    [
      "physicalLocation": .object(
        [
          "artifactLocation": .object(["uri": .uriReference, "uriBaseId": .text], required: []),
          "region": .object(["startLine": .integer(atLeast: 1)], required: []),
        ], required: ["artifactLocation"]),
      "logicalLocations": .list(
        .object(["name": .text, "fullyQualifiedName": .text, "kind": .text], required: [])),
    ], required: [])
}

extension SARIFShape {
  /// What is wrong with a node, with the way to it; empty when nothing is.
  func problems(_ node: JSONNode?, _ path: String = "$") -> [String] {
    guard let node else { return ["\(path) is missing"] }
    switch self {
    case .text: return node.stringValue == nil ? ["\(path) is no string"] : []
    case .oneOf(let values):
      return node.stringValue.map(values.contains) == true ? [] : ["\(path) is none of \(values)"]
    case .integer(let least):
      return node.intValue.map { $0 >= least } == true ? [] : ["\(path) is no such number"]
    case .uriReference:
      return node.stringValue.map(Self.isReference) == true ? [] : ["\(path) is no URI reference"]
    case .list(let element):
      guard let nodes = node.arrayValue else { return ["\(path) is no list"] }
      return nodes.enumerated().flatMap { element.problems($1, "\(path)[\($0)]") }
    case .mapOfText:
      guard let members = node.objectValue else { return ["\(path) is no object"] }
      return members.flatMap { Self.text.problems($0.value, "\(path).\($0.key)") }
    case .object(let properties, let required):
      guard let members = node.objectValue else { return ["\(path) is no object"] }
      let missing = required.filter { node[$0] == nil }.map { "\(path).\($0) is missing" }
      return missing
        + members.flatMap { member in
          properties[member.key]?.problems(member.value, "\(path).\(member.key)")
            ?? ["\(path).\(member.key) is unknown"]
        }
    }
  }

  /// By RFC 3986: only its characters, escapes whole, and no colon before the first slash but a scheme's.
  private static func isReference(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
          return false
        }
        rest = rest.dropFirst(2)
      } else if !Character(UnicodeScalar(byte)).isLetter, !Character(UnicodeScalar(byte)).isNumber,
        !"-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte)
      {
        return false
      }
    }
    let first = text.prefix { $0 != "/" }
    return !first.contains(":") || first == "https:"
  }
}
