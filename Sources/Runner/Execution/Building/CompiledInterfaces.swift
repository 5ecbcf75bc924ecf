import Base
import Graph

/// Keeps compiled modules of the toolchain for new scratch folders.
///
/// The toolchain has only texts of some modules, such as `Testing` and `Glibc`. Each new scratch folder compiles them
/// again, which takes longer than a small package. A compiler that finds a kept module checks that its text is
/// unchanged. Modules that Clang compiles cannot be kept, since they name their folder.
package struct CompiledInterfaces: Sendable {
  private static let form = SealedForm("ambit-interfaces", version: 2)
  private static let suffix = ".swiftmodule"
  /// The most files. Each toolchain has one for each way of building; a file has some hundred kilobytes.
  private static let mostFiles = 16

  private let folder: String

  package init(cacheFolder: String) { folder = "\(cacheFolder)/interfaces" }

  /// Copies the modules kept for `commands` into a scratch folder in which nothing was built.
  func give(to scratch: String, for commands: SwiftCommands) {
    guard let key = Self.key(of: commands) else { return }
    for module in kept(for: key) where module.isPlain {
      let folder = "\(scratch)/\(module.folder)"
      guard LocalFiles.makeFolders(folder, mode: 0o755) else { return }
      LocalFiles.write(module.bytes, to: "\(folder)/\(module.name)", permissions: 0o644)
    }
  }

  /// Keeps the modules that a build by `commands` made from nothing. Does nothing when they are all kept already.
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
    LocalFiles.keepYoungest(Self.mostFiles, in: folder)
  }

  private func kept(for key: SHA256Digest) -> [Module] {
    Self.form.value(in: OwnFiles.read(path(of: key)), for: key) ?? []
  }

  private func path(of key: SHA256Digest) -> String { "\(folder)/\(key)" }

  /// The key covers the toolchain and the flags. Modules made with others are never used.
  private static func key(of commands: SwiftCommands) -> SHA256Digest? {
    guard let swift = LocalFiles.resolved(commands.swift), let stamp = LocalFiles.stamp(of: swift) else {
      return nil
    }
    let build = commands.settings.build
    return SHA256.digest(
      ofValues: swift, stamp, build.engine.rawValue, build.configuration, build.allArguments)
  }

  /// Returns the names of the modules that come with the toolchain.
  private static func interfaces(of swift: String) -> Set<String> {
    guard let swift = LocalFiles.resolved(swift) else { return [] }
    let library = LocalFiles.folder(of: LocalFiles.folder(of: swift)) + "/lib/swift"
    let modules = LocalFiles.names(in: library).flatMap { LocalFiles.names(in: "\(library)/\($0)") }
    return Set(modules.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) })
  }
}

/// A file such as `Testing-30J8BDRMMLPXC.swiftmodule`.
private struct Module: ByteCodable {
  /// The folder, from the scratch folder.
  let folder: String
  let name: String
  let bytes: [UInt8]

  /// True when the path stays below the scratch folder. A damaged record must not write elsewhere.
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
