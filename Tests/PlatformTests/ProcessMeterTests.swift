import Base
import TestSupport
import Testing

@Suite struct ProcessMeterTests {
  /// A process is sampled first as the program that starts another, then as that other one.
  @Test(.enabled(if: HostPlatform.isLinux)) func aProcessThatExecutesAnotherProgramGetsItsLabel() throws {
    let folder = try TemporaryFolder()
    try folder.write("sh waiting.sh; :\n", to: "outer.sh")
    try folder.write("until test -e seen; do :; done\nexec sh inner.sh\n", to: "waiting.sh")
    try folder.write(
      "n=0\nuntil test -e done || test $n -gt 1000000; do n=$((n + 1)); done\n", to: "inner.sh")
    let meter = ProcessMeter { words in
      switch words.last {
      case "outer.sh": return "outer"
      case "waiting.sh": try? folder.write("", to: "seen")
      case "inner.sh":
        try? folder.write("", to: "done")
        return "inner"
      default: break
      }
      return nil
    }
    let command = Command(
      executable: "/bin/sh", arguments: ["-c", "sh outer.sh; :"], environment: ["PATH": "/usr/bin:/bin"],
      workingFolder: folder.path)
    _ = try command.stream(timeout: .seconds(60), meter: meter) { _, _ in }
    #expect(Set(meter.finish().keys) == ["outer", "inner"])
  }
}
