import Foundation
import ProgramSupport
import TestSupport

/// Carries a flip out, and takes it back.
struct FlipHand: Sendable {
  let place: FeaturePlace

  /// The absolute path.
  func path(of flip: Flip) -> String? {
    guard case .path(let path) = flip.target else { return nil }
    guard let inside = flip.pathInWorkspace else { return "\(place.root)/\(path)" }
    return "\(place.workspace)/\(inside)"
  }

  /// Keeps what was there for `undo`, which takes place in the workspace and not in a clone.
  func apply(_ flip: Flip, inClone: Bool = false) throws {
    guard let path = path(of: flip) else { return }
    let kept = kept(flip) + (inClone ? "-clone" : "")
    switch flip.form {
    case .created, .added: try create(path, for: flip)
    case .variable: break
    default: try sh("rm -rf '\(kept)'; cp -a '\(path)' '\(kept)'")
    }
    switch flip.form {
    case .digit, .quietDigit, .olderDigit, .laterDigit: try edit(path, Self.withOtherDigit)
    case .grown: try edit(path) { $0 + Data("\n\n".utf8) }
    case .spoiled: try edit(path) { Data("@@@ flipped\n".utf8) + $0 }
    case .emptied: try edit(path) { _ in Data() }
    case .removed: try sh("rm '\(path)'")
    case .renamed: try sh("mv '\(path)' '\(path)-away'")
    case .linked: try sh("mv '\(path)' '\(path)-real'; ln -s \"$(basename '\(path)')-real\" '\(path)'")
    case .mode: try sh("if [ -x '\(path)' ]; then chmod -x '\(path)'; else chmod +x '\(path)'; fi")
    case .created, .added, .variable, .touched, .aged: break
    }
    switch flip.form {
    case .quietDigit: try sh("touch -r '\(kept)' '\(path)'")
    case .olderDigit, .aged: try sh("touch -d 2001-01-01 '\(path)'")
    case .laterDigit: try sh("touch -d 2038-01-01 '\(path)'")
    case .touched: try sh("touch '\(path)'")
    default: break
    }
  }

  /// Takes it back; the file gets the time that it had, or the present one.
  func undo(_ flip: Flip, keepingTime: Bool) throws {
    guard let path = path(of: flip) else { return }
    switch flip.form {
    case .created, .added:
      try sh(
        "rm -f '\(path)'; rmdir -p --ignore-fail-on-non-empty \"$(dirname '\(path)')\" 2>/dev/null || true")
    case .variable: break
    default:
      try sh(
        """
        rm -rf '\(path)-away' '\(path)-real' '\(path)'
        cp -a '\(kept(flip))' '\(path)'
        \(keepingTime ? "" : "touch -h '\(path)'")
        """)
    }
  }

  private func kept(_ flip: Flip) -> String { "\(place.root)/kept-\(flip.reader)" }

  private func sh(_ script: String) throws { try place.sh(script) }

  private func edit(_ path: String, _ change: (Data) -> Data) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? handle.close() }
    let changed = change(try handle.readToEnd() ?? Data())
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: changed)
  }

  /// The 7 that a test looks for, another digit, or one more.
  private static func withOtherDigit(_ data: Data) -> Data {
    var bytes = Array(data)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if let place = bytes.firstIndex(of: UInt8(ascii: "7")) ?? bytes.lastIndex(where: { digits.contains($0) })
    {
      bytes[place] = bytes[place] == UInt8(ascii: "9") ? UInt8(ascii: "0") : bytes[place] + 1
    } else {
      bytes.append(UInt8(ascii: "8"))
    }
    return Data(bytes)
  }

  private func create(_ path: String, for flip: Flip) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var text = Data("#error flipped\n".utf8)
    if name.hasPrefix("Package@swift") {
      text = Self.withOtherDigit(try Data(contentsOf: folder.appending(path: "Package.swift")))
    } else if name.hasSuffix(".swift") {
      text = Data("#error(\"flipped\")\n".utf8)
    }
    try text.write(to: URL(filePath: path))
  }
}
