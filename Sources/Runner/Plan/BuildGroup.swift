package import Base
import Graph

/// Packages that are built by one invocation, in a scratch folder of their own.
package struct BuildGroup: Sendable, Equatable {
  package let name: String
  package let scratchFolder: String
  /// The packages, sorted by folder. A single package is built as SwiftPM builds any package.
  package let packages: [PackageRun]
  /// The pins of all packages. nil when they need nothing from outside the workspace.
  package let pins: ResolvedPins?
  package let kept: KeptOutputs

  /// The workspace's packages that SwiftPM considers when it plans. nil when that is unknown.
  package var plannedPackages: Set<RelativePath>? {
    packages.reduce(into: []) { all, package in
      if let planned = package.planned { all?.formUnion(planned) } else { all = nil }
    }
  }

  /// The packages in the order of separate builds, dependencies first. A package is compiled differently as the root.
  /// So its dependents leave the version that they need.
  var inTurn: [PackageRun] {
    let needs = packages.map { Set($0.closure.map(\.package)).count }
    return packages.indices.sorted { (needs[$0], $0) < (needs[$1], $1) }.map { packages[$0] }
  }

  /// The workspace's outputs that may lie in a scratch folder, affected or not. Other outputs come from earlier
  /// versions of the workspace and are deleted.
  package struct KeptOutputs: Sendable, Equatable {
    package let targets: Set<String>
    /// The kinds of the products, by the names of their files.
    package let products: [String: Set<String>]
    /// The dependencies from outside the workspace. When they change, their older outputs are deleted.
    package let externals: ExternalNeeds
  }
}

/// The facts that decide which modules come from outside the workspace. The texts are only compared.
package struct ExternalNeeds: Sendable, Equatable {
  private var lines: Set<String> = []
  /// The pins in the lockfile of each root; empty for a root without one.
  private(set) var pins: [RelativePath: ResolvedPins] = [:]

  /// Adds the needs of `root`, built as root.
  mutating func add(_ root: PackageIndex, _ closure: RootClosure, in workspace: RunWorkspace) {
    guard !closure.remotes.isEmpty else { return }
    let folder = workspace.graph.packages[root].folder
    for (identity, traits) in closure.remotes {
      lines.insert("\(folder) needs \(identity) with \(traits.sorted())")
    }
    for member in closure.packages {
      for (target, uses) in workspace.facts[member]?.uses ?? [:] {
        let id = ModuleID(package: workspace.graph.packages[member].folder, name: target)
        lines.formUnion(uses.map { "\(id) uses \($0)" })
      }
    }
    pins[folder] = workspace.pins[root] ?? ResolvedPins()
  }

  var digest: SHA256Digest { SHA256.digest(of: text.utf8) }

  /// Returns the digest of the needs after a build of `root` alone. When the lockfile lacked pins, SwiftPM has written
  /// them, and the outputs belong to the new lockfile.
  ///
  /// nil when that is unsure. Somebody else may have written the lockfile meanwhile. A package without a pin may have
  /// another version the next time.
  func digest(afterBuildOf root: PackageRun) -> SHA256Digest? {
    guard let planned = pins[root.folder] else { return digest }
    let lockfile = LocalFiles.read("\(root.absoluteFolder)/\(PackageFile.lockfile)")
    let written = lockfile.flatMap(ResolvedPins.init(parsing:)) ?? ResolvedPins()
    guard written != planned || written.isEmpty else { return digest }
    guard written.areAll(checkedOutIn: root.scratchFolder) else { return nil }
    var needs = self
    needs.pins[root.folder] = written
    return needs.digest
  }

  var text: String {
    let pinned = pins.map { "\($0) is pinned to \($1.isEmpty ? "nothing" : $1.text)" }
    return (lines.sorted() + pinned.sorted()).joined(separator: "\n")
  }
}

/// The pins of a `Package.resolved` of version 2 or 3, or the joined pins of several.
package struct ResolvedPins: Sendable, Equatable {
  struct Pin: Sendable, Equatable {
    var kind: String
    var location: String
    /// The fields `revision`, `version` and `branch`, as far as they are given.
    var state: [String: String]
  }

  /// The pins by identity.
  private(set) var pins: [String: Pin] = [:]

  init() {}

  /// nil when the bytes are no such file. SwiftPM then builds the package by itself.
  package init?(parsing bytes: [UInt8]) {
    guard let root = try? JSONParser.parse(bytes), let list = root["pins"]?.arrayValue else { return nil }
    for node in list {
      guard let identity = node["identity"]?.stringValue, let kind = node["kind"]?.stringValue,
        let location = node["location"]?.stringValue
      else { return nil }
      let fields = ["revision", "version", "branch"].compactMap { name in
        node["state"]?[name]?.stringValue.map { (name, $0) }
      }
      pins[identity] = Pin(kind: kind, location: location, state: Dictionary(uniqueKeysWithValues: fields))
    }
  }

  /// True when SwiftPM cannot read a lockfile either, and refuses the package. It reads those of version 1 too.
  static func isRefused(_ bytes: [UInt8]) -> Bool {
    let root = try? JSONParser.parse(bytes)
    return switch root?["version"]?.intValue {
    case 1: root?["object"]?["pins"]?.arrayValue == nil
    case 2, 3: ResolvedPins(parsing: bytes) == nil
    default: true
    }
  }

  func holds(_ identity: String) -> Bool { pins[identity] != nil }

  /// Adds the pins of `other`. Returns false and changes nothing when the two disagree.
  mutating func merge(_ other: ResolvedPins) -> Bool {
    guard other.pins.allSatisfy({ pins[$0.key] ?? $0.value == $0.value }) else { return false }
    pins.merge(other.pins) { mine, _ in mine }
    return true
  }

  var isEmpty: Bool { pins.isEmpty }

  /// True when SwiftPM's notes in a scratch folder list exactly these packages in these versions.
  func areAll(checkedOutIn scratch: String) -> Bool {
    guard let bytes = LocalFiles.read("\(scratch)/workspace-state.json"),
      let list = (try? JSONParser.parse(bytes))?["object"]?["dependencies"]?.arrayValue
    else { return false }
    var fetched = 0
    for node in list where node["state"]?["name"]?.stringValue != "fileSystem" {
      guard let identity = node["packageRef"]?["identity"]?.stringValue, let pin = pins[identity],
        let state = node["state"]?["checkoutState"] ?? node["state"], !pin.state.isEmpty,
        pin.state.allSatisfy({ state[$0.key]?.stringValue == $0.value })
      else { return false }
      fetched += 1
    }
    return fetched == pins.count
  }

  /// The lockfile's text, as SwiftPM reads it.
  package var text: String {
    let pins = pins.sorted { $0.key < $1.key }.map { identity, pin -> JSON in
      let state = JSON(fields: pin.state.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      return ["identity": identity, "kind": pin.kind, "location": pin.location, "state": state]
    }
    return JSON(["pins": pins, "version": 2]).prettyJSON
  }
}

/// Groups of a plan whose lockfiles lack pins, each of one package.
///
/// Such a package is built by itself, and its build writes the missing pins. The next run would find them, and would
/// build the package once more together with others.
package struct UnpinnedGroups {
  package let groups: [BuildGroup]
  private let swift: SwiftCommands
  /// The scratch folders that do not exist yet.
  private let absent: [String]

  /// nil when no lockfile lacks pins.
  package init?(in plan: RunPlan) {
    groups = plan.groups.filter { !$0.packages.allSatisfy(\.isPinned) }
    guard !groups.isEmpty else { return nil }
    swift = plan.swift
    absent = groups.map(\.scratchFolder).filter { !LocalFiles.exists($0) }
  }

  package var warning: Warning {
    let folders = groups.flatMap(\.packages).map { "//\($0.folder)" }
    let others = folders.count > 1 ? " and \(folders.count - 1) more" : ""
    return Warning(
      code: "missing-pins",
      message:
        "the lockfile of \(folders[0])\(others) lacks pins; a run adds the pins first, and may build "
        + "more packages together than this plan")
  }

  /// Makes SwiftPM write the lockfiles. The caller holds the scratch folders. When SwiftPM fails here, the build fails
  /// too and says why. New scratch folders are deleted again, since a saved state may replace them.
  package func resolve() {
    _ = concurrentMap(groups.flatMap(\.packages), jobs: swift.settings.buildsAtATime) { package in
      try? swift.resolve(package).run(outputLimit: 1 << 16)
    }
    for folder in absent { LocalFiles.removeTree(folder) }
  }
}
