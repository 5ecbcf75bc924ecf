/// The language of a source file, which SwiftPM also decides by the file's name.
package enum SourceLanguage: Sendable, Hashable {
  case swift
  /// C, C++, Objective-C and assembly, with their headers.
  case cFamily
  /// Clang's module maps.
  case moduleMap

  private static let cExtensions: Set<String> = [
    "c", "cc", "cpp", "cxx", "c++", "C", "m", "mm", "M", "s", "S", "sx", "asm", "i", "ii", "h", "hh", "hpp",
    "hxx",
    "h++", "hp", "H", "pch", "inc", "inl", "ipp", "tpp", "txx", "tcc", "def", "cppm", "ixx",
  ]

  package init?(of name: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let suffix = name[(dot + 1)...]
    if suffix.elementsEqual("swift".utf8) {
      self = .swift
    } else if Self.cExtensions.contains(String(decoding: suffix, as: UTF8.self)) {
      self = .cFamily
    } else if suffix.elementsEqual("modulemap".utf8) || suffix.elementsEqual("map".utf8) {
      self = .moduleMap
    } else {
      return nil
    }
  }
}
