import Base

@testable import Xcode

/// Short ways to write projects as values, and to ask what linking makes of them.
struct LinkSketch {
  var sources = XcodeSources()

  static func digest(_ text: String) -> SHA256Digest { SHA256.digest(of: Array(text.utf8)) }

  /// A target with settings in two configurations, Debug and Release, the second as the first where it is not given.
  static func target(
    _ name: String, _ type: XcodeProductType = .app, product: String? = nil,
    set settings: [String: [String]] = [:], release: [String: [String]]? = nil, base: String? = nil,
    files: [String] = [], folders: [SynchronisedFolder] = [], uses: [XcodeProductUse] = [],
    needs: [XcodeDependency] = [], products: [XcodePackageProduct] = [], scripts: [XcodeScript] = [],
    definition: String = ""
  ) -> XcodeTarget {
    let base = base.map { XcodePath.inTree(RelativePath($0)) }
    return XcodeTarget(
      name: name, type: type, product: product ?? standardProduct(name, type),
      configurations: [
        XcodeConfiguration(name: "Debug", settings: settings, base: base),
        XcodeConfiguration(name: "Release", settings: release ?? settings, base: base),
      ],
      files: files.map { .inTree(RelativePath($0)) }, folders: folders, uses: uses, dependencies: needs,
      products: products, scripts: scripts, definition: digest(name + definition))
  }

  private static func standardProduct(_ name: String, _ type: XcodeProductType) -> String? {
    switch type {
    case .app: "\(name).app"
    case .framework: "\(name).framework"
    case .unitTests, .uiTests: "\(name).xctest"
    case .appExtension: "\(name).appex"
    case .library: "lib\(name).a"
    default: nil
    }
  }

  mutating func project(
    _ container: String, _ targets: [XcodeTarget], set settings: [String: [String]] = [:],
    base: String? = nil,
    packages: [String] = [], projects: [String] = [], definition: String = "", unknown: [XcodeProblem] = []
  ) {
    let path = RelativePath(container)
    let base = base.map { XcodePath.inTree(RelativePath($0)) }
    sources.projects.append(
      XcodeProject(
        container: path, folder: path.parent, targets: targets,
        configurations: ["Debug", "Release"].map {
          XcodeConfiguration(name: $0, settings: settings, base: base)
        },
        packageFolders: packages.map { RelativePath($0) }, projects: projects.map { RelativePath($0) },
        definition: Self.digest(definition), unknown: unknown))
  }

  /// Lines are `#include "a.xcconfig"`, `#include? "a.xcconfig"`, or `NAME = value`.
  mutating func config(_ file: String, _ lines: String...) {
    let path = RelativePath(file)
    sources.settings[path] = XCConfig(file: path, lines: lines.map(Self.line))
  }

  private static func line(_ text: String) -> XCConfig.Line {
    if text.hasPrefix("#include") {
      let quoted = text.split(separator: "\"").dropFirst().first ?? ""
      return .include(.init(path: String(quoted), isOptional: text.hasPrefix("#include?")))
    }
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces }
    // A condition holds a `=` too: `NAME[sdk=macosx*] = value`.
    if let bracket = text.lastIndex(of: "]"), let equals = text[bracket...].firstIndex(of: "=") {
      let value = text[text.index(after: equals)...].trimmingSpaces
      return .assignment(.init(setting: text[...bracket].trimmingSpaces, value: value))
    }
    return .assignment(.init(setting: parts.first ?? "", value: parts.dropFirst().first ?? ""))
  }

  mutating func workspace(_ container: String, _ references: String...) {
    sources.workspaces.append(
      XcodeWorkspace(
        container: RelativePath(container), references: references.map { .inTree(RelativePath($0)) }))
  }

  /// Products and the modules that make them: `"Kit": ["Kit", "KitCore"]`. Without `targets` its manifest was not read.
  mutating func package(
    _ folder: String, _ products: [String: [String]], external: Set<String> = [],
    targets: [String: Set<String>]? = [:], needs: Set<RelativePath> = [], plugins: Set<String> = []
  ) {
    let path = RelativePath(folder)
    sources.packages.append(
      XcodeSources.Package(
        folder: path, identity: String(decoding: path.lastComponent, as: UTF8.self).lowercased(),
        products: products.sorted { $0.key < $1.key }.map { name, modules in
          .init(
            name: name, modules: modules.map { ModuleID(package: path, name: $0) },
            isPlugin: plugins.contains(name))
        },
        externalPackages: external, targets: targets, dependencies: needs))
  }

  mutating func scheme(
    _ file: String, in container: String, tests: [(String, String)] = [], skipped: [(String, String)] = [],
    plans: [String] = [], definition: String = ""
  ) {
    let testables =
      tests.map { XcodeScheme.Testable(target: Self.reference($0)) }
      + skipped.map { XcodeScheme.Testable(target: Self.reference($0), isSkipped: true) }
    sources.schemes.append(
      XcodeScheme(
        file: RelativePath(file), name: file, container: RelativePath(container), testables: testables,
        plans: plans.map { RelativePath($0) }, definition: Self.digest(definition)))
  }

  mutating func plan(
    _ file: String, _ entries: [(String, String)], disabled: [(String, String)] = [], definition: String = "",
    entry: String = ""
  ) {
    let all = entries.map { ($0, true) } + disabled.map { ($0, false) }
    sources.plans.append(
      XcodeTestPlan(
        file: RelativePath(file),
        entries: all.map { target, isEnabled in
          .init(
            target: Self.reference(target), isEnabled: isEnabled,
            definition: Self.digest("\(entry)\(isEnabled)"), span: 0..<1)
        },
        definition: Self.digest(definition)))
  }

  private static func reference(_ target: (String, String)) -> XcodeTargetReference {
    XcodeTargetReference(container: RelativePath(target.0), name: target.1)
  }
}

extension LinkSketch {
  var graph: XcodeGraph { XcodeGraph(linking: sources) }
}

extension XcodeGraph {
  func module(_ name: String) -> XcodeModule? { modules.first { $0.id.name == name || "\($0.id)" == name } }

  /// The names of the modules that read a file.
  func readers(of path: String) -> [String] {
    modules.filter { $0.members.covers(RelativePath(path)) }.map(\.id.name)
  }

  /// Edges as `implicit //Kit.xcodeproj:Kit`.
  func edges(of name: String) -> [String] {
    module(name)?.edges.map { "\($0.kind) \($0.target)" } ?? []
  }

  func parts(of name: String, _ kind: XcodeModule.Part.Kind) -> [String: SHA256Digest] {
    let parts = (module(name)?.parts ?? []).filter { $0.kind == kind }
    return Dictionary(parts.map { ($0.file.description, $0.digest) }) { first, _ in first }
  }

  func messages(_ code: String) -> [String] { warnings.filter { $0.code == code }.map(\.message) }
}
