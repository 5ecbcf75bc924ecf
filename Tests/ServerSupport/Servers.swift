import Foundation
package import TestSupport

/// Which real servers there are to test with.
package enum Servers {
  package static let nginx = "/usr/sbin/nginx"
  private static let wheels = "\(root)/.build/servers"
  package static let moto = "\(wheels)/bin/moto_server"
  package static let casd = "\(wheels)/buildbox/buildbox-casd"
  /// What it runs actions with, through bubblewrap.
  package static let runner = "\(wheels)/buildbox/buildbox-run"

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  package static func isExpected(_ path: String) -> Bool { TestTool(path).isExpected }

  /// nginx with a configuration of its own, in which `{port}`, `{folder}` are filled in.
  package static func nginx(_ server: String, in folder: TemporaryFolder) throws -> (ServerProcess, port: Int)
  {
    let port = try ServerProcess.freePort()
    let text = """
      daemon off;
      master_process off;
      pid {folder}/nginx.pid;
      error_log {folder}/error.log;
      events { worker_connections 512; }
      http {
        access_log off;
        client_max_body_size 0;
        client_body_temp_path {folder}/body;
        proxy_temp_path {folder}/proxy;
        fastcgi_temp_path {folder}/fastcgi;
        uwsgi_temp_path {folder}/uwsgi;
        scgi_temp_path {folder}/scgi;
        \(server)
      }
      """
    let filled = text.replacingOccurrences(of: "{port}", with: "\(port)")
      .replacingOccurrences(of: "{folder}", with: folder.path)
    try folder.write(filled, to: "nginx.conf")
    try FileManager.default.createDirectory(atPath: folder.path("files"), withIntermediateDirectories: true)
    let process = try ServerProcess(
      nginx, ["-e", folder.path("error.log"), "-c", folder.path("nginx.conf"), "-p", folder.path], in: folder,
      answersOn: port)
    return (process, port)
  }

  /// `slots` actions may run at a time, in a room that holds nothing else than what they bring and the system's programs
  /// and libraries.
  package static func casd(
    in folder: TemporaryFolder, running slots: Int? = nil
  ) throws -> (ServerProcess, port: Int) {
    let port = try ServerProcess.freePort()
    var arguments = ["--bind=127.0.0.1:\(port)"]
    if let slots {
      let system = ["bin", "lib", "lib64", "usr"].map { "--runner-arg=--bind-mount=/\($0):/\($0)" }
      arguments += ["--buildbox-run=\(runner)", "--jobs=\(slots)"] + system
    }
    let process = try ServerProcess(casd, arguments + [folder.path("cas")], in: folder, answersOn: port)
    return (process, port)
  }

  package static func moto(
    in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> (ServerProcess, port: Int) {
    let port = try ServerProcess.freePort()
    let process = try ServerProcess(
      moto, ["-H", "127.0.0.1", "-p", "\(port)"], in: folder, environment: environment, answersOn: port)
    return (process, port)
  }
}
