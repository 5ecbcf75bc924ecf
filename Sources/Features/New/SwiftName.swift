/// Checks names of modules, so that every tool and every source can use them.
enum SwiftName {
  /// Returns the reason that a name is not allowed, or nil.
  static func problem(in name: String) -> String? {
    guard let first = name.utf8.first, name.utf8.allSatisfy(isNameByte) else {
      return "use only the letters A to Z, digits and underscores"
    }
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      return "it must not begin with a digit"
    }
    guard name.utf8.count <= 80 else { return "it is longer than 80 characters" }
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }) { return "it needs a letter" }
    if keywords.contains(name) { return "it is a Swift keyword" }
    if systemModules.contains(name.lowercased()) {
      return "a module of the system or the toolchain has this name"
    }
    if standardTypes.contains(name) { return "a type of Swift's standard library has this name" }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows",
    "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
    "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any",
    "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
    "actor",
    "async", "package", "some", "any", "macro", "each", "consuming", "borrowing", "sending", "nonisolated",
  ]

  /// In lower case, since some file systems ignore case.
  private static let systemModules: Set<String> = [
    "swift", "foundation", "foundationessentials", "foundationnetworking", "foundationxml", "testing",
    "xctest",
    "dispatch", "glibc", "musl", "darwin", "bionic", "winsdk", "observation", "synchronization",
    "regexbuilder",
    "distributed", "cxx", "cxxstdlib", "packagedescription", "packageplugin", "combine", "swiftui", "uikit",
    "appkit",
    "swiftdata", "swiftsyntax", "compilerplugin", "os", "differentiation", "builtin", "main", "wasilibc",
    "android",
  ]

  /// The types that templates and code near them use.
  private static let standardTypes: Set<String> = [
    "Array", "Bool", "Character", "Dictionary", "Double", "Error", "Float", "Int", "Never", "Optional",
    "Result",
    "Sendable", "Sequence", "Set", "String", "Task", "UInt", "Void",
  ]
}
