import Base

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What `lstat` and the contents say of everything below a folder: what restored trees are compared by.
struct TreeImage: Equatable, CustomStringConvertible {
  struct Entry: Equatable {
    var mode: UInt32
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var content: [UInt8]
  }

  private(set) var entries: [[UInt8]: Entry] = [:]

  init(_ folder: String, without left: Set<String> = []) {
    visit(Array(folder.utf8), [], left)
  }

  var description: String {
    entries.keys.map { Text.escapingInvalidUTF8($0) }.sorted().joined(separator: "\n")
  }

  func entry(_ path: String) -> Entry? { entries[Array(path.utf8)] }

  private mutating func visit(_ folder: [UInt8], _ path: [UInt8], _ left: Set<String>) {
    guard let stream = opendir(Posix.text(folder)) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      if path.isEmpty, left.contains(String(decoding: name, as: UTF8.self)) { continue }
      add(folder + [UInt8(ascii: "/")] + name, path.isEmpty ? name : path + [UInt8(ascii: "/")] + name)
    }
  }

  private mutating func add(_ full: [UInt8], _ path: [UInt8]) {
    guard let info = Posix.status(full) else { return }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    let kind = info.st_mode & S_IFMT
    entries[path] = Entry(
      mode: UInt32(info.st_mode), size: kind == S_IFDIR ? 0 : Int(info.st_size), seconds: Int(time.tv_sec),
      nanoseconds: time.tv_nsec,
      content: kind == S_IFREG ? Posix.read(full) : kind == S_IFLNK ? Posix.target(full) : [])
    if kind == S_IFDIR { visit(full, path, []) }
  }
}

/// The system's calls with paths of any bytes.
enum Posix {
  static func text(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

  static func status(_ path: [UInt8]) -> stat? {
    var info = stat()
    return lstat(text(path), &info) == 0 ? info : nil
  }

  static func read(_ path: [UInt8]) -> [UInt8] {
    guard let file = fopen(text(path), "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  static func target(_ path: [UInt8]) -> [UInt8] {
    var room = [CChar](repeating: 0, count: 5000)
    let count = readlink(text(path), &room, room.count)
    return room.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
  }

  static func write(_ bytes: [UInt8], to path: [UInt8]) {
    guard let file = fopen(text(path), "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func write(_ text: String, to path: String) { write(Array(text.utf8), to: Array(path.utf8)) }

  static func makeFolder(_ path: [UInt8]) { mkdir(text(path), 0o755) }
  static func makeFolder(_ path: String) { makeFolder(Array(path.utf8)) }

  static func makeLink(_ path: [UInt8], to target: [UInt8]) { symlink(text(target), text(path)) }
  static func makeLink(_ path: String, to target: String) {
    makeLink(Array(path.utf8), to: Array(target.utf8))
  }

  static func makeHardLink(_ path: String, to file: String) { link(file, path) }

  static func makePipe(_ path: String) { mkfifo(path, 0o600) }

  static func setMode(_ mode: UInt32, of path: [UInt8]) { chmod(text(path), mode_t(mode)) }
  static func setMode(_ mode: UInt32, of path: String) { setMode(mode, of: Array(path.utf8)) }

  static func setTime(_ nanoseconds: Int64, of path: [UInt8]) {
    let time = FileTimeParts(nanoseconds).time
    utimensat(AT_FDCWD, text(path), [time, time], AT_SYMLINK_NOFOLLOW)
  }

  static func setTime(_ nanoseconds: Int64, of path: String) { setTime(nanoseconds, of: Array(path.utf8)) }

  static func time(of path: String) -> Int64? {
    guard let info = status(Array(path.utf8)) else { return nil }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func exists(_ path: String) -> Bool { status(Array(path.utf8)) != nil }
  static func remove(_ path: [UInt8]) { unlink(text(path)) }
  static func remove(_ path: String) { remove(Array(path.utf8)) }
  static func rename(_ path: String, to other: String) { _ = Glue.rename(path, other) }
}

private enum Glue {
  static func rename(_ path: String, _ other: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.rename(path, other)
    #elseif canImport(Musl)
      Musl.rename(path, other)
    #else
      Darwin.rename(path, other)
    #endif
  }
}

private struct FileTimeParts {
  let time: timespec

  init(_ nanoseconds: Int64) {
    time = timespec(tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
