import Files
import Workspace

/// What a build that says it succeeded really made: SwiftPM leaves packages and modules out without a word.
struct BuildProof {
  private let folder: String
  private let targets: Set<Substring>
  private let suffix: String

  /// nil when there is no plan to read.
  init?(scratch: String, configuration: String) {
    folder = "\(scratch)/\(configuration)"
    guard let plan = LocalFiles.read("\(scratch)/\(configuration).yaml"),
      let place = LocalFiles.resolved(folder)
    else { return nil }
    let platform = place.split(separator: "/").dropLast().last ?? ""
    suffix = "-\(platform)-\(configuration)"
    targets = Self.targets(in: String(decoding: plan, as: UTF8.self))
  }

  /// The keys of the section `targets`: `Core-x86_64-unknown-linux-gnu-debug.module`.
  private static func targets(in text: String) -> Set<Substring> {
    var found: Set<Substring> = []
    var isInside = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard line.first == UInt8(ascii: " ") else {
        if isInside { break }
        isInside = line.elementsEqual("targets:".utf8)
        continue
      }
      let parts = Substring(line).split(separator: "\"", maxSplits: 2)
      if isInside, parts.count > 1 { found.insert(parts[1]) }
    }
    return found
  }

  func holdsTestProduct(of package: PackageRun) -> Bool {
    targets.contains("\(package.testProduct)\(suffix).test")
      && LocalFiles.isFile("\(folder)/\(package.testProduct).xctest")
  }

  func holds(_ module: ModuleRun) -> Bool {
    switch module.kind {
    case .regular, .executable, .test:
      targets.contains("\(module.id.name)\(suffix).module")
        && LocalFiles.exists("\(folder)/\(ModuleNames.compiled(module.id.name)).build")
    // Built for the host, or not before they are used.
    case .macro, .plugin, .system, .binary: true
    }
  }
}
