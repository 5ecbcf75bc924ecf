import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// This process. Only this type reads its arguments and environment, and only the program asks for them.
package enum CurrentProcess {
  package static let input: Int32 = STDIN_FILENO
  package static let output: Int32 = STDOUT_FILENO
  package static let errors: Int32 = STDERR_FILENO

  package static var id: Int32 { getpid() }

  /// The user whose rights the process has.
  package static var user: UInt32 { geteuid() }

  /// The words after the program's name, as bytes, since a file name need not be text. nil when they cannot be read:
  /// Swift's runtime finds none where `/proc` is not mounted.
  package static var arguments: [[UInt8]]? {
    let count = Int(CommandLine.argc)
    guard count > 0 else { return nil }
    return (1..<count).compactMap { index in CommandLine.unsafeArgv[index].map { ByteName.bytes(at: $0) } }
  }

  package static var environment: [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return result
  }

  /// The working folder, or nil when it was removed and has no path any more.
  package static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// Changes the folder that relative paths start from.
  package static func enter(_ folder: String) { _ = chdir(folder) }

  /// Sets a variable for this process and its later children. The process must have one thread.
  package static func setVariable(_ name: String, _ value: String) { setenv(name, value, 1) }

  /// Starts this program again in this process, with the same words and one more variable. Returns only on failure.
  package static func restart(with name: String, _ value: String) -> DiskError {
    guard let program = executable else { return .missing }
    setenv(name, value, 1)
    // A thread that waits for signals needs them blocked in all other threads. Without this they would stay blocked.
    var none = sigset_t()
    sigemptyset(&none)
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, &none, &before)
    execv(program, CommandLine.unsafeArgv)
    let error = DiskError.last
    pthread_sigmask(SIG_SETMASK, &before, nil)
    unsetenv(name)
    return error
  }

  /// The path of the program, links resolved.
  package static var executable: String? {
    #if canImport(Darwin)
      var name = [CChar](repeating: 0, count: 16 << 10)
      guard ambit_executable_path(&name, UInt32(name.count)) == 0 else { return nil }
      return name.withUnsafeBufferPointer {
        $0.baseAddress.flatMap { LocalFiles.resolved(String(cString: $0)) }
      }
    #else
      return LocalFiles.resolved("/proc/self/exe")
    #endif
  }

  /// Reads all of the standard input. Returns nil when it cannot be read.
  package static func allInput() -> [UInt8]? {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { result += buffer.prefix(count) }
      if count == 0 { return result }
      if count < 0, errno != EINTR { return nil }
    }
  }

  /// Waits for more of the standard input. Returns nil at its end, and when it cannot be read.
  package static func nextInput() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer.prefix(count)) }
      guard count < 0 else { return nil }
      switch errno {
      case EINTR: break
      // Another process that shares the descriptor may have made it non-blocking.
      case EAGAIN, EWOULDBLOCK:
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      default: return nil
      }
    }
  }

  /// Opens standard descriptors that the shell has closed. Otherwise the next opened file would get such a number, and
  /// output for people would go into it. Each gets a descriptor that can only be used the wrong way round.
  package static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// Ends at once, without running exit handlers.
  package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }
}

/// Mounts that only this process and its children see. Only Linux has them. They end with the last of these processes.
package enum OwnMounts {
  /// Returns the reason why such mounts are impossible here, or nil when they work. A separate process finds that out.
  package static func obstacle() -> String? {
    #if os(Linux)
      let code = ambit_try_own_mounts()
      return code == 0 ? nil : reason(DiskError(code: code))
    #else
      return "this system has no mount namespaces"
    #endif
  }

  /// Begins to have mounts of its own. The process must have one thread and no children yet.
  package static func begin() throws(DiskError) {
    #if os(Linux)
      try DiskError.check(ambit_own_mounts())
    #else
      throw DiskError(code: ENOTSUP)
    #endif
  }

  /// Shows a file or a folder, with everything mounted in it, at another place.
  package static func show(_ path: String, at place: String) throws(DiskError) {
    try mount(path, place, nil, bind: true)
  }

  /// Shows an empty folder in memory at a place.
  package static func empty(_ place: String) throws(DiskError) {
    try mount("none", place, "tmpfs", bind: false)
  }

  /// Removes the last mount at a place.
  package static func end(at place: String) {
    #if os(Linux)
      _ = ambit_unmount(place)
    #endif
  }

  /// Returns the message for an error of the kernel.
  package static func reason(_ error: DiskError) -> String {
    let refusal = "the system does not let this user create private mounts"
    // A limit of zero namespaces is reported as a full disk.
    return error.kind == .notPermitted || error.kind == .full ? "\(refusal) (\(error.words))" : error.words
  }

  private static func mount(_ what: String, _ place: String, _ kind: String?, bind: Bool) throws(DiskError) {
    #if os(Linux)
      let flags = bind ? ambit_mount_bind | ambit_mount_deep : 0
      try DiskError.check(ambit_mount(what, place, kind, UInt(flags)))
    #else
      throw DiskError(code: ENOTSUP)
    #endif
  }
}
