/// Names of targets as the compiler knows them.
package enum ModuleNames {
  /// Returns SwiftPM's module name for a target. A character that no identifier may hold becomes an underscore.
  package static func compiled(_ target: String) -> String {
    var result = ""
    for scalar in target.unicodeScalars {
      let isFirst = result.isEmpty
      let fits = isFirst ? scalar.properties.isXIDStart || scalar == "_" : scalar.properties.isXIDContinue
      result.unicodeScalars.append(fits ? scalar : "_")
    }
    return result
  }

  package static func escapedForRegex(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
