extension String {
  /// The rest of a path behind a folder's path and a slash; nil for what does not lie in that folder.
  ///
  /// By bytes, as the system compares paths. To Swift a letter with a mark is one character, be it one code point or two,
  /// and a mark behind a slash belongs to the slash.
  package func path(below folder: String) -> String? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = utf8.dropFirst(folder.utf8.count)
    return rest.first == UInt8(ascii: "/") ? String(decoding: rest.dropFirst(), as: UTF8.self) : nil
  }
}
