/// What a source file is written in, told by its name as SwiftPM does.
package enum SourceLanguage: Sendable, Hashable {
  case swift
  /// C, C++, Objective-C, assembly, and the headers of all of them.
  case cFamily

  private static let cExtensions: Set<String> = [
    "c", "cc", "cpp", "cxx", "c++", "m", "mm", "s", "S", "h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp",
    "tpp", "def",
  ]

  package init?(of name: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let suffix = name[(dot + 1)...]
    if suffix.elementsEqual("swift".utf8) {
      self = .swift
    } else if Self.cExtensions.contains(String(decoding: suffix, as: UTF8.self)) {
      self = .cFamily
    } else {
      return nil
    }
  }
}
