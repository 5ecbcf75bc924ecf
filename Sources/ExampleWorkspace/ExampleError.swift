/// Why an example workspace cannot be planned or written.
package enum ExampleError: Error, Hashable {
  case usage(String)
  case packagesOutOfRange(Int)
  case filesOutOfRange(Int, least: Int)
  case folderNotEmpty(String)
  case cannotWrite(String, reason: String)
  case gitFailed(arguments: String, output: String)

  package var code: String {
    switch self {
    case .usage: "usage"
    case .packagesOutOfRange: "packages-out-of-range"
    case .filesOutOfRange: "files-out-of-range"
    case .folderNotEmpty: "folder-not-empty"
    case .cannotWrite: "cannot-write"
    case .gitFailed: "git-failed"
    }
  }

  package var message: String {
    switch self {
    case .usage(let message): message
    case .packagesOutOfRange(let count):
      "--packages \(count) is out of range: \(ExampleOptions.referencePackages) to \(ExampleOptions.mostPackages)"
    case .filesOutOfRange(let count, let least):
      "--files \(count) is out of range: these packages allow \(least) to \(ExampleOptions.mostFiles)"
    case .folderNotEmpty(let path): "'\(path)' is not an empty folder"
    case .cannotWrite(let path, let reason): "'\(path)' cannot be written: \(reason)"
    case .gitFailed(let arguments, let output): "'git \(arguments)' failed: \(output)"
    }
  }
}
