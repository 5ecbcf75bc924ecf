package import Base

extension XcodePath {
  /// Reads a path in the form of settings and projects. `folder` is `$(SRCROOT)`. A path without a leading variable
  /// counts from `base`, else from `folder`.
  package init(_ text: String, in folder: RelativePath, from base: XcodePath? = nil) {
    self.init(Array(text.utf8)[...], in: folder, from: base)
  }

  init(_ text: ArraySlice<UInt8>, in folder: RelativePath, from base: XcodePath? = nil) {
    if text.contains(UInt8(ascii: "$")), let variable = Variable(text) {
      let rest = text[variable.end...]
      if Variable.isIn(rest) {
        self = .unknown(String(decoding: text, as: UTF8.self))
      } else if Self.roots.contains(variable.name) {
        self = .inTree(folder.appending(RelativePath(rest)))
      } else if Self.builtFolders.contains(variable.name) {
        self = .built(String(decoding: rest.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self))
      } else {
        self = .unknown(String(decoding: text, as: UTF8.self))
      }
    } else if Variable.isIn(text) {
      self = .unknown(String(decoding: text, as: UTF8.self))
    } else if text.first == UInt8(ascii: "/") || text.first == UInt8(ascii: "~") {
      self = .absolute(String(decoding: text, as: UTF8.self))
    } else {
      self = (base ?? .inTree(folder)).appending(text)
    }
  }

  private static let roots: Set<String> = ["SRCROOT", "SOURCE_ROOT", "PROJECT_DIR"]

  private static let builtFolders: Set<String> = [
    "BUILT_PRODUCTS_DIR", "BUILD_DIR", "CONFIGURATION_BUILD_DIR", "TARGET_BUILD_DIR", "DERIVED_FILE_DIR",
    "DERIVED_SOURCES_DIR", "SDKROOT", "DEVELOPER_DIR", "PLATFORM_DIR", "OBJROOT", "SYMROOT", "TEMP_DIR",
  ]

  private func appending(_ text: ArraySlice<UInt8>) -> XcodePath {
    switch self {
    case .inTree(let folder): .inTree(folder.appending(RelativePath(text)))
    case .built(let folder): .built(Self.joined(folder, text))
    case .absolute(let folder): .absolute(Self.joined(folder, text))
    case .unknown(let folder): .unknown(Self.joined(folder, text))
    }
  }

  private static func joined(_ folder: String, _ text: ArraySlice<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    return folder.isEmpty || text.isEmpty || folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
  }

  /// The name of the file: `Shop.framework` for `Products/Shop.framework`.
  var fileName: String {
    switch self {
    case .inTree(let path): String(decoding: path.lastComponent, as: UTF8.self)
    case .built(let text), .absolute(let text), .unknown(let text):
      text.split(separator: "/").last.map(String.init) ?? ""
    }
  }
}

/// A variable at the front of a path: `$(NAME)`, `${NAME}` or `$NAME`.
private struct Variable {
  let name: String
  let end: Int

  init?(_ text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "$") else { return nil }
    var rest = text.dropFirst()
    let close: UInt8? =
      switch rest.first {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "{"): UInt8(ascii: "}")
      default: nil
      }
    if close != nil { rest.removeFirst() }
    let name = rest.prefix { $0 != UInt8(ascii: "/") && $0 != close }
    self.name = String(decoding: name, as: UTF8.self)
    guard let close else {
      end = name.endIndex
      return
    }
    guard name.endIndex < text.endIndex, text[name.endIndex] == close else { return nil }
    end = name.endIndex + 1
  }

  static func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let place = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[(place + 1)...]
      if rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "{") { return true }
    }
    return false
  }
}
