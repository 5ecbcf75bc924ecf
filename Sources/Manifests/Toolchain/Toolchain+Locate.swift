import Platform

extension Toolchain {
  /// Finds the toolchain whose `swiftc` comes first in `searchPath`.
  ///
  /// What lies there may be a proxy: Apple's, swiftly's, swiftenv's. It chooses by variables, by settings of its own, or by a
  /// file in the folder that it is called from, and could choose another compiler for each package. So it is asked once
  /// what it stands for, in `folder`, and from then on that is called and nothing else: what builds is what is in the keys.
  ///
  /// With a `cacheFolder`, what a compiler says about itself is remembered by its resolved path, size and time of change:
  /// asking it costs tens of milliseconds. A proxy is asked each time, because what it stands for changes while it does not.
  package static func locate(
    searchPath: String, environment: [String: String], folder: String? = nil, cacheFolder: String? = nil,
    on platform: String = HostPlatform.name
  ) throws(ToolchainError) -> Toolchain {
    guard let found = Executables.find("swiftc", inSearchPath: searchPath) else {
      throw ToolchainError(code: .notFound, message: "no \"swiftc\" in the search path \"\(searchPath)\"")
    }
    guard let resolved = LocalFiles.resolved(found) else {
      throw ToolchainError(code: .unusable, message: "\"\(found)\" cannot be resolved")
    }
    let asker = ToolchainAsker(environment: environment, folder: folder)
    let beside = [found, resolved].map { ToolchainLayout(bin: LocalFiles.folder(of: $0)) }.first(
      where: \.isComplete)
    let layout =
      if let beside { beside } else { try behind(found, resolved, asker) }
    let memory = cacheFolder.map {
      VersionMemory(folder: $0, compiler: LocalFiles.resolved(layout.compiler) ?? layout.compiler)
    }
    let text: String
    if let known = memory?.recall() {
      text = known
    } else {
      text = try asker.ask(layout.compiler, ["-version"])
      memory?.remember(text)
    }
    guard let version = version(in: text) else {
      throw ToolchainError(
        code: .unusable, message: "no version in what \"\(layout.compiler)\" says: \"\(text)\"")
    }
    let sdk = platform == "macos" ? try AppleSDK.locate(searchPath: searchPath, asker) : nil
    return Toolchain(
      swift: layout.swift, swiftCompiler: layout.compiler, manifestAPIFolder: layout.manifestAPIFolder,
      identity: ([text] + (sdk.map { [$0.identity] } ?? [])).joined(separator: "\n"), version: version,
      sdk: sdk)
  }

  /// The toolchain that a proxy stands for: the compiler it starts knows where it lives.
  private static func behind(
    _ proxy: String, _ resolved: String, _ asker: ToolchainAsker
  ) throws(ToolchainError) -> ToolchainLayout {
    let answer = try asker.ask(proxy, ["-print-target-info"])
    guard let folder = ToolchainLayout.resourceFolder(in: answer) else {
      throw ToolchainError(
        code: .incomplete, message: "no \"PackageDescription\" beside \"\(proxy)\" (\(resolved))")
    }
    let layout = ToolchainLayout(resourceFolder: folder)
    guard layout.isComplete else {
      throw ToolchainError(
        code: .incomplete,
        message:
          "\"\(proxy)\" stands for \"\(layout.compiler)\", where there is no whole toolchain: it takes "
          + "\"\(layout.swift)\" and \"\(layout.manifestAPIFolder)\"")
    }
    return layout
  }

  /// `6.3.1` in `Swift version 6.3.1 (swift-6.3.1-RELEASE)`; a missing patch is zero.
  static func version(in text: String) -> ToolsVersion? {
    let words = text.split { $0 == " " || $0 == "\n" }
    for (index, word) in words.enumerated() where word == "version" && index + 1 < words.count {
      guard index > 0, words[index - 1] == "Swift" else { continue }
      let numbers = words[index + 1].prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap {
        Int($0)
      }
      if let major = numbers.first {
        return ToolsVersion(
          major, numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
      }
    }
    return nil
  }
}
