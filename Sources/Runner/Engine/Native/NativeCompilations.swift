import Base

/// The compiler calls that SwiftPM planned, and the files that a module offers to its dependents.
extension NativeEngine {
  func compilation(of module: String, in scratch: String, _ configuration: String) -> [String]? {
    guard let plan = LocalFiles.read("\(scratch)/\(configuration).yaml"),
      let place = LocalFiles.resolved(productFolder(in: scratch, configuration))
    else { return nil }
    let output = Array("\(place)/Modules/\(module).swiftmodule\"".utf8)
    var isWanted = false
    for line in plan.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      if line.starts(with: "outputs: [".utf8) {
        isWanted = line.contains(output)
      } else if isWanted, line.starts(with: "args: ".utf8) {
        // Lists of this file are JSON.
        let list = try? JSONParser.parse(Array(line.dropFirst("args: ".utf8.count)))
        return (list?.arrayValue?.compactMap(\.stringValue)).flatMap { Self.hasMadeSources($0) ? nil : $0 }
      }
    }
    return nil
  }

  /// True when plugins wrote some of the sources, or the list of sources cannot be read.
  private static func hasMadeSources(_ words: [String]) -> Bool {
    words.filter { $0.hasPrefix("@") }.contains { list in
      guard let sources = LocalFiles.read(String(list.dropFirst())) else { return true }
      return sources.contains("/plugins/outputs/".utf8)
    }
  }

  func interfaces(in scratch: String, _ configuration: String) -> [String: [String]] {
    let folder = productFolder(in: scratch, configuration)
    var found: [String: [String]] = [:]
    for name in LocalFiles.names(in: "\(folder)/Modules") {
      guard let module = name.split(separator: ".").first, name.hasSuffix(".swiftmodule") else { continue }
      found[String(module), default: []].append("\(folder)/Modules/\(name)")
    }
    for name in LocalFiles.names(in: folder) where name.hasSuffix(".build") {
      let build = "\(folder)/\(name)"
      let module = String(Self.module(of: name))
      let header = "\(build)/include/\(module)-Swift.h"
      for file in ["\(build)/module.modulemap", header] where LocalFiles.isFile(file) {
        found[module, default: []].append(file)
      }
    }
    return found
  }
}
