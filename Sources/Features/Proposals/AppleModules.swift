import Base
import Graph
import SwiftSources

/// Modules that only Apple's systems can build: their sources import a framework of Apple, or a dependency does.
/// `platforms` of a manifest proves nothing, since it only names the oldest versions.
struct AppleModules {
  /// Patterns for `modules` in workspace.json, with a line for the packages of each folder.
  let patterns: [String]

  private static let longestPattern = 90

  /// `jobs` is the number of sources that are read at a time.
  init(of graph: WorkspaceGraph, in tree: any FileTree, jobs: Int) throws(Failure) {
    let own = Set(graph.modules.map(\.id.name))
    let frameworks = Self.frameworks.subtracting(own)
    let sources = ModuleSources(tree)
    let swift = try graph.modules.map { module throws(Failure) -> [RelativePath] in
      guard module.kind != .unknown, module.layout.folder != nil else { return [] }
      return try sources.files(of: module).filter { $0.language == .swift }.map(\.path)
    }
    let importing = concurrentMap(swift, jobs: jobs) { files in
      files.contains { file in
        guard let bytes = (try? tree.contents(of: file)) ?? nil else { return false }
        return Self.needsApple(bytes, frameworks)
      }
    }
    var found = Set(zip(graph.modules.indices, importing).filter(\.1).map(\.0))
    // Dependents of such a module cannot be built elsewhere either.
    var isGrowing = !found.isEmpty
    while isGrowing {
      let more = graph.modules.numbered.filter { index, module in
        !found.contains(index)
          && module.edges.contains { $0.platforms.isEmpty && found.contains($0.target) }
      }.map(\.0)
      found.formUnion(more)
      isGrowing = !more.isEmpty
    }
    patterns = Self.patterns(found, graph)
  }

  /// An import after a condition may not count on other systems.
  private static func needsApple(_ bytes: [UInt8], _ frameworks: Set<String>) -> Bool {
    let imports = ImportLexer.imports(in: bytes).filter {
      $0.kind == .module && frameworks.contains($0.module)
    }
    guard let first = imports.map(\.line).min() else { return false }
    let before = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(
      first - 1)
    return !before.contains { line in
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return text.starts(with: "#if".utf8)
    }
  }

  private static let frameworks: Set<String> = [
    "ARKit", "AVFoundation", "AVKit", "ActivityKit", "AppIntents", "AppKit", "AuthenticationServices",
    "BackgroundTasks", "CallKit", "CarPlay", "Charts", "ClockKit", "CloudKit", "Cocoa", "Combine", "Contacts",
    "ContactsUI", "CoreBluetooth", "CoreData", "CoreImage", "CoreLocation", "CoreML", "CoreMotion",
    "CoreSpotlight", "CoreText", "CryptoKit", "EventKit", "EventKitUI", "GameKit", "HealthKit", "HomeKit",
    "Intents", "IntentsUI", "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "Messages", "Metal",
    "MetalKit", "NaturalLanguage", "OSLog", "PDFKit", "PassKit", "Photos", "PhotosUI", "QuartzCore",
    "QuickLook", "RealityKit", "SafariServices", "SceneKit", "Speech", "SpriteKit", "StoreKit", "SwiftData",
    "SwiftUI", "TipKit", "UIKit", "UserNotifications", "UserNotificationsUI", "Vision", "WatchConnectivity",
    "WatchKit", "WebKit", "WidgetKit",
  ]
}

// MARK: Patterns

extension AppleModules {
  private static func patterns(_ found: Set<ModuleIndex>, _ graph: WorkspaceGraph) -> [String] {
    var whole: [RelativePath: [String]] = [:]
    var single: [String] = []
    for package in graph.packages {
      let modules = package.modules.filter(found.contains).map { graph.modules[$0] }
      let isWhole = modules.count == package.modules.count
      // In a package with other modules, tests are enough: a run selects tests by themselves.
      let names = modules.filter { isWhole || $0.kind == .test }.map(\.id.name)
      let folder = package.folder.description
      guard !names.isEmpty, !package.folder.escapesRoot, (names + [folder]).allSatisfy(isPlain) else {
        continue
      }
      if !isWhole {
        single += lines("//\(folder):", names, "")
      } else if package.folder.isRoot {
        single.append("//:*")
      } else {
        whole[package.folder.parent, default: []].append(
          String(decoding: package.folder.lastComponent, as: UTF8.self))
      }
    }
    let folders = whole.flatMap { parent, names in
      lines(parent.isRoot ? "//" : "//\(parent)/", names, ":*")
    }
    return (folders + single).sorted()
  }

  /// Returns `//Packages/{Menu,Shop}:*`, in several lines if it is long.
  private static func lines(_ start: String, _ names: [String], _ end: String) -> [String] {
    var groups: [[String]] = []
    for name in names.sorted() {
      let length = (groups.last ?? []).reduce(start.utf8.count + end.utf8.count + 2) {
        $0 + $1.utf8.count + 1
      }
      if groups.isEmpty || length + name.utf8.count > longestPattern {
        groups.append([name])
      } else {
        groups[groups.count - 1].append(name)
      }
    }
    return groups.map {
      $0.count == 1 ? "\(start)\($0[0])\(end)" : "\(start){\($0.joined(separator: ","))}\(end)"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.contains { "*?[]{}\\!,\"".contains($0) } && Text.escapingControls(name) == name
  }
}
