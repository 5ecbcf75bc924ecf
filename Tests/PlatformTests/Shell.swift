import Base

/// Commands for tests: real children, mostly shells.
enum Shell {
  static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"]

  static func script(_ text: String, in folder: String? = nil) -> Command {
    Command(
      executable: "/bin/sh", arguments: ["-c", text], environment: environment, workingFolder: folder)
  }
}
