import Base

extension World {
  /// Returns a path as it is called where the working folder is seen.
  func entered(_ path: String) -> String {
    guard case .done(let placement, _) = placing else { return path }
    return placement.entered(path)
  }

  func entered(_ path: [UInt8]) -> [UInt8] {
    guard case .done = placing, let text = String(validating: path, as: UTF8.self) else { return path }
    return Array(entered(text).utf8)
  }

  /// Returns text for a file, with paths as the user knows them.
  func shown(_ text: String) -> String { placing.names?.text(text) ?? text }

  /// The environment for a child process that is Ambit again.
  package var everything: [String: String] {
    var result = environment.merging(secrets) { own, _ in own }
    if let placing { result[PlacementStep.variable] = placing.text }
    return result
  }
}

extension PlacementStep? {
  fileprivate var names: RenamedPaths? {
    guard case .done(let placement, let aside) = self else { return nil }
    return RenamedPaths(placement, aside: aside)
  }

  /// Returns a sink with paths as a user in the working folder knows them.
  func reading(_ sink: any ByteSink) -> any ByteSink {
    names.map { RenamingSink(sink: sink, names: $0) } ?? sink
  }
}

private struct RenamingSink: ByteSink {
  let sink: any ByteSink
  let names: RenamedPaths

  func write(_ bytes: [UInt8]) { sink.write(names.bytes(bytes)) }

  func capabilities(_ color: ColorChoice) -> TerminalCapabilities { sink.capabilities(color) }
}
