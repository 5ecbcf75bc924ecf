import Platform

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
