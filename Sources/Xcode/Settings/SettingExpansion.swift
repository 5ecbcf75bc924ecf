import Base

/// Marks in expanded texts. They are characters that no path contains.
enum ExpandedMark {
  /// The workspace's root.
  static let root = "/\u{1}"
  /// A variable with an unknown value.
  static let unknown: Character = "\u{2}"
  /// A folder of the build, the SDK or Xcode.
  static let built = "\u{3}"

  static func path(_ path: RelativePath) -> String { path.isRoot ? root : "\(root)/\(path)" }
}

/// Replaces `$(NAME)`, `${NAME}`, `$[NAME]`, `$NAME` and `$(NAME:modifier)` in texts.
enum SettingExpansion {
  /// The most texts that one may expand to. Beyond it, only the first values of a variable count.
  static let limit = 64
  /// The deepest nesting of variables.
  static let depth = 50
  /// The most variables that are expanded for one value. Values beyond these limits are unknown.
  static let mostSteps = 10_000
  /// The most variables of a script that are expanded for one word.
  static let mostLocalSteps = 500
  /// The most bytes that a variable may expand to. No path is longer.
  static let longest = 1 << 16

  static let platforms = [
    "iphoneos", "iphonesimulator", "macosx", "watchos", "watchsimulator", "appletvos", "appletvsimulator",
    "xros", "xrsimulator",
  ]

  static let builtFolders: Set<String> = [
    "BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR", "CONFIGURATION_TEMP_DIR", "TARGET_BUILD_DIR",
    "TARGET_TEMP_DIR", "DERIVED_FILE_DIR", "DERIVED_FILES_DIR", "DERIVED_SOURCES_DIR", "DERIVED_DATA_DIR",
    "OBJROOT", "SYMROOT", "DSTROOT", "BUILD_DIR", "BUILD_ROOT", "PROJECT_TEMP_DIR", "PROJECT_TEMP_ROOT",
    "PROJECT_DERIVED_FILE_DIR", "TEMP_DIR", "TEMP_FILES_DIR", "TEMP_ROOT", "TMPDIR", "CACHE_ROOT", "SDKROOT",
    "SDK_DIR", "DEVELOPER_DIR", "PLATFORM_DIR", "TOOLCHAIN_DIR", "DT_TOOLCHAIN_DIR", "SYSTEM_LIBRARY_DIR",
    "SYSTEM_DEVELOPER_DIR", "DEVELOPER_FRAMEWORKS_DIR", "DEVELOPER_LIBRARY_DIR", "PLATFORM_DEVELOPER_DIR",
    "INSTALL_DIR", "INSTALL_ROOT", "HOME", "SHARED_PRECOMPS_DIR", "OBJECT_FILE_DIR", "LOCAL_LIBRARY_DIR",
    "DWARF_DSYM_FOLDER_PATH", "CODESIGNING_FOLDER_PATH", "INDEX_DATA_STORE_DIR", "MODULE_CACHE_DIR",
    "SCRIPT_OUTPUT_FILE_0", "SCRIPT_INPUT_FILE_0", "PODS_BUILD_DIR", "PODS_CONFIGURATION_BUILD_DIR",
    "PODS_XCFRAMEWORKS_BUILD_DIR",
  ]

  /// Returns all texts that `text` may stand for. `values` returns nil for an unknown variable.
  static func expand(_ text: String, _ values: (String) -> [String]?) -> [String] {
    guard let dollar = text.utf8.firstIndex(of: UInt8(ascii: "$")) else { return [text] }
    let after = text.utf8.index(after: dollar)
    let inner: String
    let end: String.Index
    if after < text.utf8.endIndex, let close = closing(text, after) {
      inner = String(text[text.utf8.index(after: after)..<close])
      end = text.utf8.index(after: close)
    } else {
      end = text.utf8[after...].firstIndex { !$0.isASCIIWord } ?? text.utf8.endIndex
      inner = String(text[after..<end])
      guard let first = inner.utf8.first, !first.isASCIIDigit else {
        return expand(String(text[after...]), values).map { text[..<after] + $0 }
      }
    }
    let rest = expand(String(text[end...]), values)
    let head = text[..<dollar]
    var found: [String] = []
    for middle in expand(inner, values).flatMap({ value(of: $0, values) }) {
      for tail in rest where found.count < limit { found.append(head + middle + tail) }
    }
    return found
  }

  /// Returns the bracket that closes the one at `start`; nil when there is no bracket or nothing closes it.
  private static func closing(_ text: String, _ start: String.Index) -> String.Index? {
    let open = text.utf8[start]
    let close: UInt8
    switch open {
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    case UInt8(ascii: "{"): close = UInt8(ascii: "}")
    case UInt8(ascii: "["): close = UInt8(ascii: "]")
    default: return nil
    }
    var depth = 0
    for place in text.utf8[start...].indices {
      let byte = text.utf8[place]
      if byte == open { depth += 1 }
      if byte == close { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  private static func value(of expression: String, _ values: (String) -> [String]?) -> [String] {
    guard expression.utf8.contains(UInt8(ascii: ":")) else {
      if expression.contains(ExpandedMark.unknown) { return [unknown(expression)] }
      return values(expression) ?? [unknown(expression)]
    }
    let parts = expression.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, !name.contains(ExpandedMark.unknown) else { return [unknown(expression)] }
    var found = values(name)
    for modifier in parts.dropFirst() {
      if modifier.hasPrefix("default=") || modifier.hasPrefix("-") {
        let fallback = String(modifier.drop { $0 != "=" && $0 != "-" }.dropFirst())
        if found?.allSatisfy(\.isEmpty) ?? true { found = [fallback] }
      } else {
        found = found?.map { modified($0, modifier) }
      }
    }
    return found ?? [unknown(expression)]
  }

  private static func unknown(_ name: String) -> String {
    "\(ExpandedMark.unknown)\(name.filter { $0 != ExpandedMark.unknown })\(ExpandedMark.unknown)"
  }

  private static func modified(_ value: String, _ modifier: String) -> String {
    switch modifier {
    case "lower": value.lowercased()
    case "upper": value.uppercased()
    case "rfc1034identifier": String(value.map { isPlain($0) ? $0 : "-" })
    case "identifier", "c99extidentifier": String(value.map { isPlain($0) ? $0 : "_" })
    case "quote", "standardizepath": value
    case "dir": value.lastIndex(of: "/").map { String(value[...$0]) } ?? "./"
    case "file": String(LocalFiles.name(of: value))
    default: unknown(modifier)
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII ? character.isLetter || character.isNumber : character.isLetter
  }
}

/// The place of an expanded text.
enum SettingPath: Hashable {
  /// The path is below the workspace's root, or beside it with `..` at the front.
  case inTree(RelativePath)
  /// The path is absolute, or in a folder of the build.
  case elsewhere
  /// The path has an unknown variable. The value is the known folder before it.
  case unknown(RelativePath?)

  /// Paths count from `folder`.
  init(_ text: String, from folder: RelativePath) {
    let text = Self.unquoted(text)
    guard !text.isEmpty, !text.contains(ExpandedMark.built) else {
      self = .elsewhere
      return
    }
    guard let place = text.firstIndex(of: ExpandedMark.unknown) else {
      self = Self.resolved(text, from: folder).map { .inTree($0) } ?? .elsewhere
      return
    }
    let known = text[..<place]
    guard let slash = known.lastIndex(of: "/") else {
      self = .unknown(nil)
      return
    }
    self = .unknown(Self.resolved(String(known[..<slash]), from: folder))
  }

  private static func resolved(_ text: String, from folder: RelativePath) -> RelativePath? {
    if text.hasPrefix(ExpandedMark.root) {
      return RelativePath(String(text.dropFirst(ExpandedMark.root.count)))
    }
    guard let first = text.first, !"/~<@".contains(first) else { return nil }
    return folder.appending(text)
  }

  private static func unquoted(_ text: String) -> String {
    var result = text.trimmingSpaces
    for quote in ["\"", "'"] where result.count > 1 && result.hasPrefix(quote) && result.hasSuffix(quote) {
      result = String(result.dropFirst().dropLast())
    }
    return result.contains("\\") ? result.replacing("\\ ", with: " ") : result
  }
}

extension String {
  /// Returns the same as `contains`, which takes 20 times as long for texts.
  func holds(_ text: String) -> Bool {
    let pattern = Array(text.utf8)
    guard let first = pattern.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

extension StringProtocol {
  /// The text without spaces at both ends.
  var trimmingSpaces: String {
    let rest = drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }
}

/// Splits lists in settings. Words with spaces are in quotes or have a backslash before each space.
enum ShellWords {
  static func split(_ text: String) -> [String] {
    guard text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x5C }) else {
      return text.isEmpty ? [] : [text]
    }
    var words: [String] = []
    var word = ""
    var isOpen = false
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isOpen = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        isOpen = true
      } else if character.isWhitespace {
        if isOpen || !word.isEmpty { words.append(word) }
        word = ""
        isOpen = false
      } else {
        word.append(character)
      }
    }
    if isOpen || !word.isEmpty { words.append(word) }
    return words
  }
}
