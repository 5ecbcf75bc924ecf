/// The text of a program that evaluates many manifests. Each manifest is a function, which runs in a forked process.
///
/// Manifests of one program have the same tools version and imports, so none sees more than it would alone.
enum BatchProgram {
  /// The file name of a member in diagnostics. A real path would not do, since the manifests of base and head have the
  /// same one.
  static let fileTag = "ambit-manifest-"

  /// Returns one file with a function for each outline.
  static func manifests(_ outlines: [ManifestOutline]) -> [UInt8] {
    var text: [UInt8] = []
    for module in outlines.first?.imports ?? [] { text += Array("import \(module)\n".utf8) }
    for (index, outline) in outlines.enumerated() {
      text += Array("func ambitManifest\(index)() {\n".utf8)
      text += Array("#sourceLocation(file: \"\(fileTag)\(index)\", line: 1)\n".utf8)
      text += outline.body
      text += Array("\n#sourceLocation()\n}\n".utf8)
    }
    text += Array("func ambitRunManifest(_ index: Int) {\n  switch index {\n".utf8)
    for index in outlines.indices { text += Array("  case \(index): ambitManifest\(index)()\n".utf8) }
    text += Array("  default: ambitExitNow(96)\n  }\n}\n".utf8)
    return text
  }

  /// The part of the program that never changes. Its first arguments are the number of manifests to run at a time, the
  /// seconds for each, and the folder for the answers. The index of a manifest and its context follow for each request.
  ///
  /// C functions are declared by name: an import of the C library would show its members to the manifests, and `fork`
  /// is marked unavailable there. PackageDescription looks for its options in `CommandLine.arguments`. Its setter
  /// cannot be called in language mode 6, but still exists.
  static let harness = #"""
    @_silgen_name("fork") func ambitFork() -> Int32
    @_silgen_name("waitpid") func ambitWait(_ child: Int32, _ status: UnsafeMutablePointer<Int32>, _ options: Int32) -> Int32
    @_silgen_name("alarm") func ambitAlarm(_ seconds: UInt32) -> UInt32
    @_silgen_name("creat") func ambitCreate(_ path: UnsafePointer<Int8>, _ mode: UInt32) -> Int32
    @_silgen_name("dup2") func ambitDuplicate(_ old: Int32, _ new: Int32) -> Int32
    @_silgen_name("write") func ambitWrite(_ file: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int
    @_silgen_name("exit") func ambitExit(_ status: Int32) -> Never
    @_silgen_name("_exit") func ambitExitNow(_ status: Int32) -> Never
    @_silgen_name("$ss11CommandLineO9argumentsSaySSGvsZ") func ambitSetArguments(_ arguments: __owned [String])

    func ambitEvaluate(_ request: Int, _ place: String, _ context: String, _ answers: String, _ seconds: UInt32) -> Never {
      _ = ambitAlarm(seconds)
      let nowhere = ambitCreate("/dev/null", 0o600)
      for file in Int32(0)..<3 { _ = ambitDuplicate(nowhere, file) }
      let answer = ambitCreate("\(answers)/\(request)", 0o600)
      ambitSetArguments(["manifest", "-fileno", "\(answer)", "-context", context])
      ambitRunManifest(Int(place) ?? -1)
      ambitExit(0)
    }

    func ambitReport(_ index: Int, _ status: Int32) {
      let line = Array("\(index) \(status)\n".utf8)
      _ = ambitWrite(1, line, line.count)
    }

    func ambitRunAll() {
      let arguments = CommandLine.arguments
      guard arguments.count > 5, let limit = Int(arguments[1]), let seconds = UInt32(arguments[2]) else {
        ambitExitNow(95)
      }
      let count = (arguments.count - 4) / 2
      var running: [Int32: Int] = [:]
      var next = 0
      while next < count || !running.isEmpty {
        if next < count, running.count < limit {
          let child = ambitFork()
          if child == 0 {
            ambitEvaluate(next, arguments[4 + 2 * next], arguments[5 + 2 * next], arguments[3], seconds)
          }
          if child > 0 { running[child] = next } else { ambitReport(next, -1) }
          next += 1
          continue
        }
        var status: Int32 = 0
        let child = ambitWait(-1, &status, 0)
        if child < 0 { ambitExitNow(94) }
        if let index = running.removeValue(forKey: child) { ambitReport(index, status) }
      }
    }

    ambitRunAll()

    """#
}
