import TestSupport

/// Scratch folders at random: any bytes in names, empty files and folders, links, modes, times to the nanosecond.
struct RandomTree {
  private static let names: [[UInt8]] =
    [
      "a", "b c", "new\nline", "x.build", "Modules", "ModuleCache", "-", "é", "...", "ambit-plan",
      ".gitignore",
    ]
    .map { Array($0.utf8) } + [[0xFF, 0xFE], [0x01]]

  private let root: [UInt8]
  private var random: SeededGenerator
  private(set) var folders: [[UInt8]]
  private(set) var files: [[UInt8]] = []

  /// `root` is made.
  init(at root: String, seed: UInt64) {
    self.root = Array(root.utf8)
    random = SeededGenerator(seed: seed)
    folders = [self.root]
    Posix.makeFolder(root)
    for _ in 0..<40 { add() }
    settle()
  }

  /// Changes, adds and removes some files.
  mutating func edit() {
    for path in files where chance(4) {
      if chance(4) { Posix.remove(path) } else { Posix.write(changed(Posix.read(path)), to: path) }
    }
    files.removeAll { Posix.status($0) == nil }
    for _ in 0..<5 { add() }
    settle()
  }

  private mutating func add() {
    let folder = folders.randomElement(using: &random) ?? root
    let name = Self.names.randomElement(using: &random) ?? []
    let path = folder + [UInt8(ascii: "/")] + name + Array("\(Int.random(in: 0..<9, using: &random))".utf8)
    guard Posix.status(path) == nil else { return }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      Posix.makeFolder(path)
      folders.append(path)
    case 3: Posix.makeLink(path, to: Array((chance(2) ? "zz" : "./zz/y").utf8))
    default:
      Posix.write(content(), to: path)
      files.append(path)
    }
  }

  private mutating func content() -> [UInt8] {
    let size = [0, 1, 100, 20_000, 60_000].randomElement(using: &random) ?? 0
    return bytes(size)
  }

  /// Such as compress a little.
  private mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(UInt8.random(in: 0..<16, using: &random)) }
    return bytes
  }

  private mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty, !chance(5) else { return content() }
    var bytes = bytes
    bytes[Int.random(in: bytes.indices, using: &random)] ^= 0x55
    if chance(2) { bytes.insert(7, at: bytes.count / 2) }
    return bytes
  }

  /// Modes and times, folders' last: making something in them changes theirs.
  private mutating func settle() {
    for path in files {
      Posix.setMode([0o644, 0o755, 0o600, 0o444].randomElement(using: &random) ?? 0, of: path)
    }
    for path in files + folders.dropFirst().reversed() {
      Posix.setTime(
        Int64.random(in: 1_000_000_000_000_000_000..<1_700_000_000_000_000_000, using: &random), of: path)
    }
  }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
