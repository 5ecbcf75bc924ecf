import Foundation

/// The program as it was built beside the tests, which on macOS lie in a bundle.
package enum BuiltProgram {
  package static let path: String? = {
    // A shell starts jobs in the background with SIGINT ignored. Ambit would inherit that from the tests, and keep it.
    signal(SIGINT, SIG_DFL)
    var folder = URL(fileURLWithPath: CommandLine.arguments[0])
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let program = folder.appendingPathComponent("ambit").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: program, isDirectory: &isFolder), !isFolder.boolValue {
        return program
      }
    }
    return nil
  }()
}
