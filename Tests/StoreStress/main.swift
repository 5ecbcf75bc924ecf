import Base
import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// store-stress write FOLDER SEED: writes to the store until it is killed, a byte on standard output for each step.
// store-stress check FOLDER: says what it finds there, and exits with 1 if any of that is wrong.
// store-stress bench FOLDER: says how long common work takes.

func writeForEver(_ store: LocalStore, seed: UInt64) {
  var work = Work(store: store, seed: seed)
  while work.step() {
    var done: UInt8 = 1
    write(STDOUT_FILENO, &done, 1)
  }
}

guard CommandLine.arguments.count >= 3 else {
  print("usage: store-stress write FOLDER SEED | check FOLDER | bench FOLDER")
  exit(2)
}
let folder = CommandLine.arguments[2]
switch CommandLine.arguments[1] {
case "write":
  let seed = UInt64(CommandLine.arguments.last ?? "") ?? 0
  writeForEver(try LocalStore.open(folder: folder, limit: 2_000_000), seed: seed)
  exit(1)
case "check":
  let findings = Findings(of: try LocalStore.open(folder: folder, limit: 2_000_000))
  print(findings)
  exit(findings.areRight ? 0 : 1)
default: try Measurement(folder: folder).run()
}
