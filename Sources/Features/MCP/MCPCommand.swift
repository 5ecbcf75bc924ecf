import Arguments
import Base
import Session

/// `ambit mcp`: serves tools by the Model Context Protocol, on standard input and output.
///
/// Each call of a tool starts this program again. So a call answers exactly as the command does, sees the working tree
/// as it is then, and can be stopped alone.
struct MCPCommand: AmbitCommand {
  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let runner = MCPRunner(world, global, program: try world.requiredExecutable())
    let server = MCPServer {
      runner.run($0, supervisor: $1)
    } send: { [output = world.output] in
      output.write(Array("\($0)\n".utf8))
    }
    let isOver = Guarded(false)
    let isReading = Threads.start { [read = world.nextInput] in
      var lines = MCPLines()
      while let bytes = read() {
        for line in lines.take(bytes) { server.take(line) }
      }
      if let line = lines.finish() { server.take(line) }
      isOver.with { $0 = true }
    }
    guard isReading else {
      throw Failure(
        code: "no-thread", message: "the system has no thread left to read requests",
        hints: ["end other programs, then start the server again"])
    }
    // A signal ends the server as well.
    while !isOver.wait(atMost: .milliseconds(200), until: { $0 }), !ProcessSupervisor.shared.isStopped {}
    server.end()
    return .success
  }
}
