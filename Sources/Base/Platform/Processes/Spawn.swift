import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts children with their own process group, default signals, and only the descriptors 0, 1 and 2.
enum Spawn {
  /// Starts the command. Without `stdin` the child reads from the null device.
  static func start(
    _ command: Command, stdin: Int32?, stdout: Int32, stderr: Int32
  ) throws(Failure) -> pid_t {
    try validate(command)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    if let stdin {
      posix_spawn_file_actions_adddup2(&actions, stdin, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, stdout, 1)
    posix_spawn_file_actions_adddup2(&actions, stderr, 2)
    if let folder = command.workingFolder { ambit_change_folder(&actions, folder) }
    ambit_close_above_standard(&actions)
    setAttributes(&attributes)

    var pid = pid_t()
    let environment = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let code = CStrings.with([command.executable] + command.arguments) { arguments in
      CStrings.with(environment) { variables in
        withPatience {
          posix_spawn(&pid, command.executable, &actions, &attributes, arguments, variables)
        }
      }
    }
    guard code == 0 else { throw failure(of: command, code) }
    return pid
  }

  /// Retries while the program's file is busy. A file that was just written stays busy until children that other
  /// threads have forked, with our descriptors, execute their own programs.
  private static func withPatience(_ spawn: () -> Int32) -> Int32 {
    for _ in 0..<busyRetries {
      let code = spawn()
      guard code == ETXTBSY else { return code }
      Threads.pause(milliseconds: busyPause)
    }
    return spawn()
  }

  private static let busyRetries = 200
  private static let busyPause: UInt32 = 10

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  private static func setAttributes(_ attributes: inout Attributes) {
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
  }

  /// Refuses texts with a NUL, which would silently cut an argument short.
  private static func validate(_ command: Command) throws(Failure) {
    for text in [command.executable] + command.arguments where text.utf8.contains(0) {
      throw Failure.process(.invalidArgument, "the argument \(quoted(text)) contains a NUL byte")
    }
    for (name, value) in command.environment {
      let isName = !name.isEmpty && !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "="))
      guard isName, !value.utf8.contains(0) else {
        throw Failure.process(
          .invalidArgument, "the environment variable \(quoted(name)) has an invalid name or value")
      }
    }
    if let folder = command.workingFolder, !LocalFiles.isFolder(folder) {
      throw Failure.process(.workingFolderMissing, "the working folder \(quoted(folder)) does not exist")
    }
  }

  /// Returns a value as messages show it.
  private static func quoted(_ value: String) -> String { "\"\(Text.escapingControls(value))\"" }

  private static func failure(of command: Command, _ number: Int32) -> Failure {
    let name = quoted(command.executable)
    if number == ENOENT, !LocalFiles.isFile(command.executable) {
      return Failure.process(.executableNotFound, "no executable at \(name)")
    }
    if number == EACCES || number == ENOEXEC {
      return Failure.process(.notExecutable, "\(name) is not executable")
    }
    return .spawnFailed("cannot start \(name)", number)
  }
}
