import Base
import Graph

/// Proof by the plan that SwiftPM wrote, and by the files that the plan promises.
struct NativeProof: BuildProof {
  private let folder: String
  private let targets: Set<String>
  private let suffix: String

  /// nil when there is no plan to read.
  init?(scratch: String, configuration: String, _ layout: SwiftPMLayout) {
    guard let plan = LocalFiles.read("\(scratch)/\(configuration).yaml"),
      let place = Self.place(of: scratch, configuration)
    else { return nil }
    folder = place
    let platform = place.split(separator: "/").dropLast().last ?? ""
    suffix = "-\(platform)-\(configuration)"
    targets = Set(Self.targets(in: plan).map { layout.planned($0, for: platform) })
  }

  /// Returns the folder of the outputs. SwiftPM makes the link to it after the first build that succeeds.
  static func place(of scratch: String, _ configuration: String) -> String? {
    if let place = LocalFiles.resolved("\(scratch)/\(configuration)") { return place }
    let places = LocalFiles.entries(in: scratch).filter { $0.isFolder && !$0.isLink }
      .map { "\(scratch)/\($0.name)/\(configuration)" }.filter(LocalFiles.isFolder)
    return places.count == 1 ? LocalFiles.resolved(places[0]) : nil
  }

  /// The keys of the section `targets`: `Core-x86_64-unknown-linux-gnu-debug.module`. It is a small part of the whole,
  /// and comes first.
  private static func targets(in plan: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var isInside = false
    var rest = plan[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      guard line.first == UInt8(ascii: " ") else {
        if isInside { break }
        isInside = line.elementsEqual("targets:".utf8)
        continue
      }
      let parts = line.split(separator: UInt8(ascii: "\""), maxSplits: 2)
      if isInside, parts.count > 1 { found.insert(String(decoding: parts[1], as: UTF8.self)) }
    }
    return found
  }

  /// The endings of names that are built for the target and for the host. The tests of a macro and all their
  /// dependencies are built for the host.
  private static let forms = ["", NativeEngine.hostEnding]

  private func isPlanned(_ name: String, _ kind: String) -> Bool {
    Self.forms.contains { targets.contains("\(name)\(suffix)\($0).\(kind)") }
  }

  func holds(_ product: TestProduct) -> Bool {
    isPlanned(product.name, "test") && LocalFiles.isFile("\(folder)/\(product.file)")
  }

  /// SwiftPM looks for cases of XCTest after compiling. It writes their names into a source of the product. An
  /// unexpected text of that source proves nothing.
  func hasNoXCTest(_ product: TestProduct, of package: PackageRun) -> Bool {
    let name = "\(package.name)PackageDiscoveredTests"
    guard isPlanned(name, "module"),
      let source = LocalFiles.read("\(folder)/\(name).derived/all-discovered-tests.swift")
    else { return false }
    return Self.listsNothing(String(decoding: source, as: UTF8.self))
  }

  /// True when the list of cases of XCTest ends like one without cases.
  static func listsNothing(_ source: String) -> Bool {
    let empty: [Substring] = ["let", "tests", "=", "[XCTestCaseEntry]()", "return", "tests", "}"]
    return source.split(whereSeparator: \.isWhitespace).suffix(empty.count) == empty[...]
  }

  func holds(_ module: ModuleRun) -> Bool {
    switch module.kind {
    case .library, .executable, .test:
      Self.forms.contains { form in
        targets.contains("\(module.id.name)\(suffix)\(form).module")
          && LocalFiles.exists("\(folder)/\(ModuleNames.compiled(module.id.name))\(form).build")
      }
    // These are built for the host, or only when they are used.
    case .macro, .plugin, .system, .binary, .unknown: true
    // Xcode builds them.
    case .app, .extension, .framework, .bundle, .uiTest: true
    }
  }
}
