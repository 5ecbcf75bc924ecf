import Config
import ModuleGraph

extension KeyWalk {
  /// What `modules` of workspace.json says of a module, and for a test module how it is run.
  func settings(of module: ModuleNode, _ writer: inout some KeyWriter) {
    let settings = inputs.config.settings(for: module.id)
    writer.list(.setting, "inputs", settings.inputs.map(\.text))
    writer.list(.setting, "dependsOn", settings.dependsOn.map(\.text))
    writer.list(.setting, "env", settings.env)
    for name in Set(settings.env).sorted() {
      writer.text(.environment, name, inputs.surroundings.variables[name])
    }
    writer.list(.setting, "hosts", settings.hosts.map(\.rawValue))
    guard module.kind == .test else { return }
    writer.text(.testRun, "timeout", settings.test.timeout.map { String($0) })
    writer.text(.testRun, "retries", settings.test.retries.map { String($0) })
    writer.text(.testRun, "exclusive", settings.test.exclusive.map { String($0) })
    writer.text(.testRun, "observe", settings.test.observe.map { String($0) })
    if let remote = settings.test.remote { writer.text(.testRun, "remote", String(remote)) }
    for (name, value) in inputs.surroundings.testEnvironment.sorted(by: { $0.key < $1.key }) {
      writer.text(.testRun, name, value)
    }
  }
}

extension KeyWriter {
  mutating func systemLibrary(_ library: SystemLibrary) {
    text(.systemLibrary, "version", library.version ?? "unknown to pkg-config")
    list(.systemLibrary, "flags", library.flags)
    input(.systemLibrary, .text("\(library.headerCount) headers"), .digest(library.headers))
  }
}
