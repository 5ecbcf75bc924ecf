import Base
import Graph

/// What compilers have made of those modules of the toolchain that come as interfaces, kept for new scratch folders.
///
/// `Testing`, `Glibc` and others are there as text alone, and each new folder has them compiled again, which takes longer
/// than a small package does. A compiler that finds one made looks, as in any folder, whether the interface still is what
/// it was made of. What Clang compiles cannot be kept: it names the folder that it lies in.
package struct CompiledInterfaces: Sendable {
  private static let form = SealedForm("ambit-interfaces", version: 2)
  private static let suffix = ".swiftmodule"
  /// One for each toolchain and each way to build with it; some hundred kilobytes.
  private static let mostFiles = 16

  private let folder: String

  package init(cacheFolder: String) { folder = "\(cacheFolder)/interfaces" }

  /// Puts what is kept for `commands` into a scratch folder in which nothing was ever built.
  func give(to scratch: String, for commands: SwiftCommands) {
    guard let key = Self.key(of: commands) else { return }
    for module in kept(for: key) where module.isPlain {
      let folder = "\(scratch)/\(module.folder)"
      guard LocalFiles.makeFolders(folder, mode: 0o755) else { return }
      LocalFiles.write(module.bytes, to: "\(folder)/\(module.name)", permissions: 0o644)
    }
  }

  /// Keeps what a build by `commands` made from nothing, unless as much is kept already.
  func keep(from scratch: String, for commands: SwiftCommands) {
    guard let key = Self.key(of: commands) else { return }
    let interfaces = Self.interfaces(of: commands.swift)
    var modules: [Module] = []
    for folder in commands.engine.outputs(in: scratch).caches {
      guard let place = folder.path(below: scratch) else { continue }
      for name in LocalFiles.names(in: folder).sorted() where name.hasSuffix(Self.suffix) {
        guard let dash = name.lastIndex(of: "-"), interfaces.contains(String(name[..<dash])),
          let bytes = LocalFiles.read("\(folder)/\(name)")
        else { continue }
        modules.append(Module(folder: place, name: name, bytes: bytes))
      }
    }
    guard !Set(modules.map(\.name)).isSubset(of: kept(for: key).map(\.name)) else { return }
    LocalFiles.replace(path(of: key), with: Self.form.seal(modules, for: key))
    prune()
  }

  private func kept(for key: SHA256Digest) -> [Module] {
    Self.form.value(in: OwnFiles.read(path(of: key)), for: key) ?? []
  }

  private func path(of key: SHA256Digest) -> String { "\(folder)/\(key)" }

  /// Nothing is looked for that another toolchain made, or the same one with other flags.
  private static func key(of commands: SwiftCommands) -> SHA256Digest? {
    guard let swift = LocalFiles.resolved(commands.swift), let stamp = LocalFiles.stamp(of: swift) else {
      return nil
    }
    var writer = ByteWriter()
    let build = commands.settings.build
    writer.values(swift, stamp, build.engine.rawValue, build.configuration, build.allArguments)
    return SHA256.digest(of: writer.bytes)
  }

  /// The names of the modules that come with the toolchain.
  private static func interfaces(of swift: String) -> Set<String> {
    guard let swift = LocalFiles.resolved(swift) else { return [] }
    let library = LocalFiles.folder(of: LocalFiles.folder(of: swift)) + "/lib/swift"
    let modules = LocalFiles.names(in: library).flatMap { LocalFiles.names(in: "\(library)/\($0)") }
    return Set(modules.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) })
  }

  /// The oldest go.
  private func prune() {
    let files = LocalFiles.names(in: folder).map { "\(folder)/\($0)" }
      .sorted { (LocalFiles.modified($1) ?? 0, $0) < (LocalFiles.modified($0) ?? 0, $1) }
    for file in files.dropFirst(Self.mostFiles) { LocalFiles.remove(file) }
  }
}

/// `Testing-30J8BDRMMLPXC.swiftmodule`, and what it was made for.
private struct Module: ByteCodable {
  /// Below the scratch folder.
  let folder: String
  let name: String
  let bytes: [UInt8]

  /// Whether it can only lie where modules of a scratch folder lie.
  var isPlain: Bool {
    (folder.split(separator: "/", omittingEmptySubsequences: false) + [Substring(name)]).allSatisfy {
      !$0.contains("/") && !$0.hasPrefix(".") && !$0.isEmpty
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.values(folder, name)
    writer.data(bytes)
  }
}

extension Module {
  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), name: try reader.value(), bytes: Array(try reader.data()))
  }
}
