import Base

/// The file of a workspace in Xcode's form, by which SwiftPM builds several root packages at once.
enum MultirootFile {
  static func path(in scratch: String) -> String { "\(scratch)/ambit.xcworkspace" }

  static func write(_ group: BuildGroup) throws(RunError) {
    let folder = path(in: group.scratchFolder)
    let pins = "\(folder)/xcshareddata/swiftpm/Package.resolved"
    try put(contents(group.packages.map(\.absoluteFolder)), to: "\(folder)/contents.xcworkspacedata")
    guard let resolved = group.pins else { return LocalFiles.remove(pins) }
    try put(resolved.text, to: pins)
  }

  private static func put(_ text: String, to path: String) throws(RunError) {
    guard LocalFiles.replace(path, with: Array(text.utf8)) else { throw .unwritable(path) }
  }

  static func contents(_ folders: [String]) -> String {
    let references = folders.map { "  <FileRef location=\"absolute:\(escaped($0))\"/>\n" }.joined()
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Workspace version=\"1.0\">\n\(references)</Workspace>\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
