package import Base
import SwiftSources

/// What a system-library target stands for on this machine: the library's files are nobody's sources, but what
/// is built against them depends on them all the same.
package struct SystemLibrary: Sendable, Hashable {
  /// As pkg-config has it; nil when it knows no such library, or none is named.
  package var version: String?
  /// Compiler and linker flags, in pkg-config's order.
  package var flags: [String]
  /// How many headers the module map leads to, through one another, and what they hold together.
  package var headerCount: Int
  package var headers: SHA256Digest
}

extension SystemLibrary {
  /// Where the flags say that headers lie.
  package var headerFolders: [String] { flags.filter { $0.hasPrefix("-I") }.map { String($0.dropFirst(2)) } }
}

/// What a system-library target says about itself.
package struct SystemLibraryRequest: Sendable, Hashable {
  package var pkgConfig: String?
  /// The target's module maps and headers, and those elsewhere in the workspace that they lead to.
  package var files: [File]

  package struct File: Sendable, Hashable {
    /// Absolute.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  package init(pkgConfig: String?, files: [File]) {
    self.pkgConfig = pkgConfig
    self.files = files
  }

  /// What one of the files names.
  struct Name: Hashable {
    let text: String
    /// Where it is looked for first; absolute.
    let folder: String?
    /// Whether all headers in a folder are meant.
    var isFolder = false
  }

  /// The headers that the files name.
  var includes: [Name] {
    files.flatMap { file in
      let folder = LocalFiles.folder(of: file.path)
      switch SourceLanguage(of: Array(file.path.utf8)[...]) {
      case .moduleMap:
        return ModuleMapLexer.references(in: file.bytes).flatMap { Self.names(in: $0, folder) }
      case .cFamily:
        return CIncludeLexer.includes(in: file.bytes).filter(\.isFile).map {
          Name(text: $0.path, folder: $0.form == .quoted ? folder : nil)
        }
      case .swift, nil: return []
      }
    }
  }

  private static func names(in reference: ModuleMapLexer.Reference, _ folder: String) -> [Name] {
    switch reference {
    case .header(let path), .map(let path): [Name(text: path, folder: folder)]
    case .umbrellaFolder(let path): [Name(text: path, folder: folder, isFolder: true)]
    case .umbrellaHeader(let path):
      [
        Name(text: path, folder: folder),
        Name(text: LocalFiles.folder(of: "\(folder)/\(path)"), folder: nil, isFolder: true),
      ]
    }
  }
}

extension CInclude {
  var isFile: Bool { form == .quoted || form == .angled }
}

/// Asks `pkg-config` about libraries.
struct PkgConfig {
  let executable: String
  let environment: [String: String]

  /// nil when the machine has none; SwiftPM then builds without what it would have said.
  init?(environment: [String: String]) {
    guard let found = Executables.find("pkg-config", inSearchPath: environment["PATH"] ?? "") else {
      return nil
    }
    executable = found
    self.environment = environment
  }

  func version(of library: String) -> String? { answer(["--modversion", library])?.first }

  func flags(of library: String) -> [String] {
    (answer(["--cflags", "--libs", library]) ?? []).flatMap { $0.split(separator: " ") }.map(String.init)
  }

  /// The folders that `.pc` files are looked for in.
  var searchFolders: [String] {
    let built = answer(["--variable", "pc_path", "pkg-config"])?.first ?? ""
    let lists = [environment["PKG_CONFIG_PATH"] ?? "", built]
    return lists.flatMap { $0.split(separator: ":") }.map(String.init)
  }

  private func answer(_ arguments: [String]) -> [String]? {
    let command = Command(executable: executable, arguments: arguments, environment: environment)
    guard let output = try? command.run(timeout: .seconds(10)), output.status.isSuccess else { return nil }
    return output.stdoutText.split(separator: "\n").map(String.init)
  }
}
