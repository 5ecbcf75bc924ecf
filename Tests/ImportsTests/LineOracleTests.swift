import Foundation
import TestSupport
import Testing

@testable import SwiftSources

/// Counts of lines, held against another way to count, over sources of Ambit itself: of Swift every third, since the plain way
/// takes its time.
@Suite struct LineOracleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func sources(_ folder: String, _ endings: Set<String>) -> [URL] {
    let all = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { endings.contains($0.pathExtension) }
  }

  @Test("lines of code, of comments and without anything are counted as a plain counter does")
  func lines() throws {
    let all = (Self.sources("Sources", ["swift"]) + Self.sources("Tests", ["swift"])).sorted {
      $0.path < $1.path
    }
    let swift = all.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let c = Self.sources("Sources", ["c", "h"])
    #expect(swift.count > 500 && c.count > 5)
    for (files, language) in [(swift, SourceLanguage.swift), (c, .cFamily)] {
      for file in files {
        let bytes = Array(try Data(contentsOf: file))
        let ours = SourceCounter.facts(of: bytes, language)?.lines
        var counter = PlainCounter(bytes, nests: language == .swift)
        let theirs = counter.count()
        #expect(ours == theirs, "\(file.path)")
      }
    }
  }
}

/// Reads byte by byte and knows nothing of tokens but how comments and strings begin and end.
private struct PlainCounter {
  private let bytes: [UInt8]
  /// Whether comments lie in comments, and strings have pounds, three quotes and values.
  private let nests: Bool
  private var at = 0
  private var hasCode = false
  private var hasComment = false
  private var lines = LineCount()

  init(_ bytes: [UInt8], nests: Bool) {
    self.bytes = bytes
    self.nests = nests
  }

  mutating func count() -> LineCount {
    code(endingWith: nil)
    if hasCode || hasComment || bytes.last != UInt8(ascii: "\n") { end() }
    if bytes.isEmpty { lines = LineCount() }
    return lines
  }

  private mutating func end() {
    if hasCode { lines.code += 1 } else if hasComment { lines.comment += 1 } else { lines.blank += 1 }
    (hasCode, hasComment) = (false, false)
  }

  private func has(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

  private mutating func step(isCode: Bool) {
    if bytes[at] == UInt8(ascii: "\n") {
      end()
    } else if bytes[at] > UInt8(ascii: " ") {
      if isCode { hasCode = true } else { hasComment = true }
    }
    at += 1
  }

  /// Up to a closing bracket, in a value within a string.
  private mutating func code(endingWith close: UInt8?) {
    var depth = 0
    while at < bytes.count {
      if has("//") {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { step(isCode: false) }
      } else if has("/*") {
        comment()
      } else if has("\"") || (nests && has("#") && opensRaw) {
        string()
      } else if !nests, has("'") {
        let length = bytes[(at + 1)...].starts(with: [UInt8(ascii: "\\")]) ? 4 : 3
        for _ in 0..<min(length, bytes.count - at) { step(isCode: true) }
      } else {
        if bytes[at] == UInt8(ascii: "(") { depth += 1 }
        if bytes[at] == UInt8(ascii: ")") {
          if close != nil, depth == 0 { return step(isCode: true) }
          depth -= 1
        }
        step(isCode: true)
      }
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if has("/*"), depth == 0 || nests {
        depth += 1
        step(isCode: false)
      } else if has("*/") {
        depth -= 1
        step(isCode: false)
      }
      if at < bytes.count { step(isCode: false) }
    } while depth > 0 && at < bytes.count
  }

  private var opensRaw: Bool {
    let rest = bytes[at...].drop { $0 == UInt8(ascii: "#") }
    return rest.first == UInt8(ascii: "\"")
  }

  private mutating func string() {
    let pounds = String(repeating: "#", count: bytes[at...].prefix { $0 == UInt8(ascii: "#") }.count)
    let quotes = nests && bytes[(at + pounds.utf8.count)...].starts(with: "\"\"\"".utf8) ? "\"\"\"" : "\""
    for _ in 0..<(pounds.utf8.count + quotes.utf8.count) { step(isCode: true) }
    while at < bytes.count {
      if has(quotes + pounds) {
        for _ in 0..<(pounds.utf8.count + quotes.utf8.count) { step(isCode: true) }
        return
      }
      if has("\\" + pounds) {
        for _ in 0...pounds.utf8.count { step(isCode: true) }
        if nests, has("(") {
          step(isCode: true)
          code(endingWith: UInt8(ascii: ")"))
        } else if at < bytes.count {
          step(isCode: true)
        }
        continue
      }
      if quotes == "\"", has("\n") { return }
      step(isCode: true)
    }
  }
}
