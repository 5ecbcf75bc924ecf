import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process that this is. What it was given is read here and nowhere else; only the program asks for it.
package enum CurrentProcess {
  package static let input: Int32 = STDIN_FILENO
  package static let output: Int32 = STDOUT_FILENO
  package static let errors: Int32 = STDERR_FILENO

  package static var id: Int32 { getpid() }

  /// Whose rights it has.
  package static var user: UInt32 { geteuid() }

  /// The words after the program's name, as bytes: a file name on the command line need not be text. nil when they
  /// cannot be read: Swift's runtime finds none at all where `/proc` is not mounted.
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

  /// nil for one that was removed: it has no path any more.
  package static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// Where the program lies, links followed.
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

  /// All of the standard input; nil when it cannot be read.
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

  /// Where the shell closed one of the three standard descriptors, the next file to be opened would get its
  /// number, and what is meant for people. Each is given one that can only be used the wrong way round.
  package static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// Ends at once: nothing that waits for the end is done.
  package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }
}
