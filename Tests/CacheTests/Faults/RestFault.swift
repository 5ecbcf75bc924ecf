import Foundation
import TestSupport

@testable import Store

/// What may befall the files of a store while nobody looks.
enum RestFault: String, CaseIterable, Sendable {
  case flipped, truncated, emptied, zeroed, extended, huge
  case vanished, linked, replacedByFolder, replacedByPipe
  case underAnothersName, exchanged, ofAnotherVersion
  case fromTheFuture, fromThePast
  case strayTemporary, shardLinked, shardVanished

  /// False when there was nothing that it could befall.
  func strike(_ folder: String, _ generator: inout SeededGenerator) throws -> Bool {
    let entries = try Self.entries(of: folder)
    guard let path = entries.randomElement(using: &generator) else { return false }
    switch self {
    case .flipped, .truncated, .emptied, .zeroed, .extended, .ofAnotherVersion:
      var bytes = try Array(Data(contentsOf: URL(filePath: path)))
      guard !bytes.isEmpty else { return false }
      change(&bytes, &generator)
      try Data(bytes).write(to: URL(filePath: path))
    case .huge: return truncate(path, 1 << 45) == 0 || truncate(path, 1 << 40) == 0
    case .vanished: try remove(path)
    case .linked:
      let aside = Self.unused(path, &generator)
      try FileManager.default.moveItem(atPath: path, toPath: aside)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: aside)
    case .replacedByFolder:
      try remove(path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .replacedByPipe:
      try remove(path)
      return mkfifo(path, 0o600) == 0
    case .underAnothersName, .exchanged:
      let kin = entries.filter { $0 != path && Self.kind($0) == Self.kind(path) }
      guard let other = kin.randomElement(using: &generator) else { return false }
      let (one, two) = (try Data(contentsOf: URL(filePath: path)), try Data(contentsOf: URL(filePath: other)))
      try one.write(to: URL(filePath: other))
      if self == .exchanged { try two.write(to: URL(filePath: path)) }
    case .fromTheFuture: try Self.setTime(of: path, to: 4_000_000_000)
    case .fromThePast: try Self.setTime(of: path, to: 1)
    case .strayTemporary: try Data([1, 2]).write(to: URL(filePath: path + ".tmp-stray"))
    case .shardLinked, .shardVanished:
      let shard = URL(filePath: path).deletingLastPathComponent().path
      let aside = Self.unused(folder + "/shard", &generator)
      try FileManager.default.moveItem(atPath: shard, toPath: aside)
      if self == .shardLinked {
        try FileManager.default.createSymbolicLink(atPath: shard, withDestinationPath: aside)
      }
    }
    return true
  }

  private func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    switch self {
    case .flipped:
      let place = Int.random(in: bytes.indices, using: &generator)
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case .truncated: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
    case .emptied: bytes = []
    case .zeroed: bytes = Array(repeating: 0, count: bytes.count)
    case .extended: bytes += bytes
    // The last byte of a record's mark.
    case .ofAnotherVersion: bytes[min(3, bytes.count - 1)] &+= 1
    default: break
    }
  }

  private static func unused(_ path: String, _ generator: inout SeededGenerator) -> String {
    "\(path).\(UInt32.random(in: 0...UInt32.max, using: &generator))"
  }

  private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  private static func setTime(of path: String, to seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
  }

  private static func kind(_ path: String) -> String { path.contains("/cas/") ? "cas" : "ac" }

  /// The plain files that are entries, sorted so that the same seed strikes the same one.
  private static func entries(of folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/v1").filter { path in
      guard let name = path.split(separator: "/").last, case .entry = EntryName(String(name)) else {
        return false
      }
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/v1/\(path)")
      // One that an earlier fault has made huge is not for us to read.
      return attributes?[.type] as? FileAttributeType == .typeRegular
        && attributes?[.size] as? Int ?? .max < 1_000_000
    }.sorted().map { "\(folder)/v1/\($0)" }
  }
}
