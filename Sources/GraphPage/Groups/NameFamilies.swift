import Names
import Support

/// Parts of a group that is too large to be taken in: by the first word of what its packages are called.
enum NameFamilies {
  /// Up to as many modules stay together.
  static let mostTogether = 60
  private static let other = "other"

  /// For each module its family, `Account…`; empty where there is nothing to part.
  static func of(_ modules: [ModuleID]) -> [String] {
    let whole = Array(repeating: "", count: modules.count)
    guard modules.count > mostTogether else { return whole }
    // The targets of a single package differ by their own names.
    let isOnePackage = Set(modules.map(\.package)).count == 1
    let names = modules.map {
      isOnePackage ? $0.name : RelativePath($0.package.lastComponent).description
    }
    let words = names.map(firstWord)
    var relatives: [String: Set<String>] = [:]
    for (word, name) in zip(words, names) { relatives[word, default: []].insert(name) }
    let families = relatives.filter { !$0.key.isEmpty && $0.value.count > 1 }
    guard families.count > 1 else { return whole }
    return words.map { families[$0] == nil ? other : "\($0)…" }
  }

  /// `Account` of `Account10Feature`, `swift` of `swift-log`, `URL` of `URLRouting`.
  static func firstWord(_ name: String) -> String {
    var word = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      guard letter.isLetter else { break }
      if letter.isUppercase, index > 0 {
        let followsSmall = !letters[index - 1].isUppercase
        let startsWord = index + 1 < letters.count && letters[index + 1].isLowercase
        if followsSmall || startsWord { break }
      }
      word.append(letter)
    }
    return word
  }
}
