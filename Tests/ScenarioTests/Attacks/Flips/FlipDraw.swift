import Foundation
import TestSupport

/// Draws flips from what the builds of features looked at.
struct FlipDraw: Sendable {
  private let files: [String]
  private let folders: [String]
  private let missed: [String]
  private let variables: [String: String]
  private let readers: [String: [String]]

  init(_ traces: [(feature: Feature, trace: ReadTrace)], in place: FeaturePlace) {
    var readers: [String: Set<String>] = [:]
    var folders: Set<String> = []
    for (feature, trace) in traces {
      for path in trace.seen.union(trace.missed) { readers[path, default: []].insert(feature.name) }
      for path in trace.listed { folders.insert(path) }
    }
    let hand = FlipHand(place: place)
    let kinds = Dictionary(grouping: readers.keys.sorted()) { path in
      Self.kind(of: hand.path(of: Flip(.path(path), .digit, readers: [])) ?? path)
    }
    self.readers = readers.mapValues { $0.sorted() }
    files = kinds[.typeRegular] ?? []
    // Names in angle brackets stand for what is no file.
    missed = (kinds[.typeUnknown] ?? []).filter {
      !$0.contains("/.git/") && !$0.contains("/.build/") && !$0.contains("<")
    }
    self.folders = folders.sorted().filter { $0.split(separator: "/").count > 3 }
    variables = traces.reduce(into: [:]) { all, traced in
      for (name, value) in traced.feature.environment where value.hasSuffix("7") {
        all[name] = traced.feature.name
      }
    }
  }

  var figures: String {
    "\(files.count) files, \(folders.count) folders, \(missed.count) looked for in vain, \(variables.count) variables"
  }

  private static func kind(of path: String) -> FileAttributeType {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType ?? .typeUnknown
  }

  func draw(using random: inout SeededGenerator) -> Flip? {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return variables.sorted(by: { $0.key < $1.key }).randomElement(using: &random).map(Self.variable)
    case 1, 2:
      return folders.randomElement(using: &random).map { folder in
        let name = ["Flipped.swift", "flipped.h", "flipped.c", "flipped.txt"].randomElement(using: &random)
        return Flip(.path("\(folder)/\(name ?? "flipped")"), .added, readers: readers[folder] ?? [])
      }
    case 3, 4:
      return missed.randomElement(using: &random).map {
        Flip(.path($0), .created, readers: readers[$0] ?? [])
      }
    default:
      guard let form = Flip.Form.ofFiles.randomElement(using: &random) else { return nil }
      return files.randomElement(using: &random).map { Flip(.path($0), form, readers: readers[$0] ?? []) }
    }
  }

  private static func variable(_ name: String, of feature: String) -> Flip {
    Flip(.variable(name), .variable, readers: [feature])
  }
}
