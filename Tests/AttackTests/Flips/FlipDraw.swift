import Foundation
import TestSupport

/// Draws flips of what the build and the test of one feature looked at, and no other's.
struct FlipDraw: Sendable {
  private let feature: Feature
  private let files: [String]
  private let folders: [String]
  private let missed: [String]
  private let variables: [String]

  /// One for each feature. What several looked at is left out: it would have to be flipped alone.
  static func all(_ traces: [(feature: Feature, trace: ReadTrace)], in place: FeaturePlace) -> [FlipDraw] {
    var readers: [String: Int] = [:]
    for (_, trace) in traces {
      for path in trace.seen.union(trace.missed) { readers[path, default: 0] += 1 }
    }
    return traces.map { feature, trace in
      FlipDraw(feature, trace, in: place) { readers[$0] == 1 }
    }
  }

  private init(_ feature: Feature, _ trace: ReadTrace, in place: FeaturePlace, isOwn: (String) -> Bool) {
    self.feature = feature
    let hand = FlipHand(place: place)
    let kinds = Dictionary(grouping: trace.seen.union(trace.missed).filter(isOwn).sorted()) { path in
      Self.kind(of: hand.path(of: Flip(.path(path), .digit, readers: [])) ?? path)
    }
    files = kinds[.typeRegular] ?? []
    // Names in angle brackets stand for what is no file, and tools are looked for everywhere.
    missed = (kinds[.typeUnknown] ?? []).filter { path in
      !["/.build/", "<", "/swift-"].contains { path.contains($0) }
    }
    folders = trace.listed.filter(isOwn).sorted().filter { $0.split(separator: "/").count > 3 }
    variables = feature.environment.filter { $0.value.hasSuffix("7") }.keys.sorted()
  }

  private static func kind(of path: String) -> FileAttributeType {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType ?? .typeUnknown
  }

  var figures: [String: Int] {
    [
      "files": files.count, "folders": folders.count, "looked for in vain": missed.count,
      "variables": variables.count,
    ]
  }

  /// One after which most likely everything builds: variables and whole files.
  func gentle(using random: inout SeededGenerator) -> Flip? {
    if let variable = variables.first, Int.random(in: 0..<4, using: &random) == 0 {
      return Flip(.variable(variable), .variable, readers: [feature.name])
    }
    return file(Flip.Form.gentle, using: &random)
  }

  /// One after which it may not build: what is spoiled or gone, what comes.
  func rough(using random: inout SeededGenerator) -> Flip? {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return folders.randomElement(using: &random).map { folder in
        let name = ["Flipped.swift", "flipped.h", "flipped.c", "flipped.txt"].randomElement(using: &random)
        return Flip(.path("\(folder)/\(name ?? "flipped")"), .added, readers: [feature.name])
      }
    case 1:
      return missed.randomElement(using: &random).map { Flip(.path($0), .created, readers: [feature.name]) }
    default: return file(Flip.Form.rough, using: &random)
    }
  }

  private func file(_ forms: [Flip.Form], using random: inout SeededGenerator) -> Flip? {
    guard let path = files.randomElement(using: &random), let form = forms.randomElement(using: &random)
    else {
      return nil
    }
    // Without its manifest a package is gone, and nobody asks for its tests.
    if path.hasSuffix("/Package.swift") && [.removed, .renamed].contains(form) { return nil }
    return Flip(.path(path), form, readers: [feature.name])
  }
}
