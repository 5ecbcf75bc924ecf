/// The names under which sources import a target.
package enum ModuleName {
  /// SwiftPM makes a C99 identifier of the target's name. A digit at the front is replaced or gets an
  /// underscore before it, by version; both count.
  package static func names(of target: String) -> [String] {
    let scalars = target.unicodeScalars.map { isAllowed($0) ? Character($0) : "_" }
    guard let first = target.unicodeScalars.first, ("0"..."9").contains(first) else {
      return [String(scalars)]
    }
    return ["_" + String(scalars), "_" + String(scalars.dropFirst())]
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !scalar.isASCII
    }
  }
}
