import Digests

/// The files that Git LFS has fetched.
struct LargeFileStore {
  let folder: String

  /// What a pointer stands for, or the pointer itself with a word about what is missing; nil when `blob`
  /// is no pointer, as for files committed before they were tracked by LFS.
  func contents(for blob: [UInt8]) -> (bytes: [UInt8], shortfall: ExportShortfall.Reason?)? {
    guard let id = Self.object(namedBy: blob) else { return nil }
    let path = "\(folder)/objects/\(id.prefix(2))/\(id.dropFirst(2).prefix(2))/\(id)"
    guard let bytes = Disk.contents(of: Array(path.utf8)), SHA256.digest(of: bytes).description == id else {
      return (blob, .largeFile(id))
    }
    return (bytes, nil)
  }

  private static func object(namedBy blob: [UInt8]) -> String? {
    guard blob.count < 1024, blob.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
      return nil
    }
    let mark = "oid sha256:"
    let lines = String(decoding: blob, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(mark) }) else { return nil }
    let digits = line.dropFirst(mark.count)
    return digits.utf8.count == 64 && digits.allSatisfy(\.isHexDigit) ? String(digits) : nil
  }
}
