package import Base
import SwiftSources

/// The library behind a system-library target, as installed on this machine. Its files belong to no module, but modules
/// that are built against it depend on them.
package struct SystemLibrary: Sendable, Hashable {
  /// The version that pkg-config says; nil when pkg-config knows no such library, or the target names none.
  package var version: String?
  /// Compiler and linker flags, in pkg-config's order.
  package var flags: [String]
  /// The number of headers that the module map leads to, directly or through other headers. `headers` is the digest of
  /// them all.
  package var headerCount: Int
  package var headers: SHA256Digest
}

extension SystemLibrary {
  package var headerFolders: [String] { flags.filter { $0.hasPrefix("-I") }.map { String($0.dropFirst(2)) } }
}

/// The facts in a system-library target that decide which library is meant.
package struct SystemLibraryRequest: Sendable, Hashable {
  package var pkgConfig: String?
  /// The target's module maps and headers, and those elsewhere in the workspace that they lead to.
  package var files: [File]

  package struct File: Sendable, Hashable {
    /// The file's absolute path.
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

  /// A header, module map or folder that one of the files names.
  struct Name: Hashable {
    let text: String
    /// The absolute path of the folder that is searched first.
    let folder: String?
    /// True when the name stands for all headers in a folder.
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
  /// The machine has no `pkg-config`, or it could not be run to its end.
  struct NoAnswer: Error {}

  let executable: String
  let environment: [String: String]

  /// Fails when the machine has no pkg-config. SwiftPM then builds without its flags.
  init(environment: [String: String]) throws(NoAnswer) {
    guard let found = Executables.find("pkg-config", inSearchPath: environment["PATH"] ?? "") else {
      throw NoAnswer()
    }
    executable = found
    self.environment = environment
  }

  /// Returns nil when pkg-config knows no such library.
  func version(of library: String) throws(NoAnswer) -> String? {
    try answer(["--modversion", library])?.first
  }

  func flags(of library: String) throws(NoAnswer) -> [String] {
    let lines = try answer(["--cflags", "--libs", library]) ?? []
    return lines.flatMap { $0.split(separator: " ") }.map(String.init)
  }

  /// The folders with `.pc` files.
  var searchFolders: [String] {
    get throws(NoAnswer) {
      let built = try answer(["--variable", "pc_path", "pkg-config"])?.first ?? ""
      let lists = [environment["PKG_CONFIG_PATH"] ?? "", built]
      return lists.flatMap { $0.split(separator: ":") }.map(String.init)
    }
  }

  /// Returns the lines of the answer; nil when pkg-config says no.
  private func answer(_ arguments: [String]) throws(NoAnswer) -> [String]? {
    let command = Command(executable: executable, arguments: arguments, environment: environment)
    guard let output = try? command.run(timeout: .seconds(10)), case .exited(let code) = output.status else {
      throw NoAnswer()
    }
    return code == 0 ? output.stdoutText.split(separator: "\n").map(String.init) : nil
  }
}
