import Support

/// The names of scratch folders.
enum ScratchName {
  /// Of packages that are built together.
  static func shared(_ number: Int) -> String { number == 0 ? "main" : "main-\(number + 1)" }

  /// Of a package that is built by itself. No group's name looks like that.
  static func alone(_ folder: RelativePath) -> String { "only-\(of(folder))" }

  /// One component that tells any two packages apart: `Packages/Core` is `Packages_sCore`.
  static func of(_ folder: RelativePath) -> String {
    // An escape never stands alone, so the bare underscore is free for the root.
    folder.isRoot ? "_" : folder.bytes.map(escape).joined()
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "/"): "_s"
    case UInt8(ascii: "_"): "__"
    // What lies beside a scratch folder has its name, a dot and a word.
    case UInt8(ascii: "."): "_d"
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      String(UnicodeScalar(byte))
    default: "_x\(Text.hex(byte))"
    }
  }
}
