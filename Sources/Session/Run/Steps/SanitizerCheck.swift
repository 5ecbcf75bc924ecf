import Base
import Graph
import Runner
import SwiftSources

/// Checks that the compiler supports the sanitizers. A build would fail at its first file, with a less clear message.
enum SanitizerCheck {
  static func refuse(
    _ settings: BuildSettings, _ toolchain: Toolchain, _ environment: RunEnvironment
  ) throws(Failure) {
    guard !settings.sanitizers.isEmpty else { return }
    let command = Command(
      executable: toolchain.swiftCompiler,
      arguments: ["-print-target-info"] + settings.sanitizers.map { "-sanitize=\($0)" },
      environment: environment.swiftPM, workingFolder: "/")
    let output = try command.run(outputLimit: 1 << 16, timeout: .seconds(60))
    guard !output.status.isSuccess else { return }
    let said = output.stderrText.split(separator: "\n").first { $0.hasPrefix("error: ") }
    let reason = said.map { String($0.dropFirst("error: ".count)) } ?? "\(output.status)"
    let names = settings.sanitizers.joined(separator: " ")
    throw Failure(
      code: "no-sanitizer",
      message: "the compiler of this toolchain cannot build with '--sanitize \(names)': \(reason)",
      hints: [
        settings.sanitizers.count > 1
          ? "name one at a time"
          : settings.sanitizers.contains("undefined")
            ? "on Linux Swift has 'address' and 'thread', one at a time"
            : "name 'address' or 'thread', whichever has its library in the toolchain"
      ])
  }
}
