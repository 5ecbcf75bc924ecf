import Base
import Foundation
import TestSupport
import Testing

/// What a command asks for is seen, by whichever way it asks; `strace` says what there was to be seen.
@Suite(.enabled(if: HostPlatform.isLinux))
struct ProcessObserverTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "deep/c", "deep/er/d"] { try folder.write("text of \(name)\n", to: name) }
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "deep/c")
    try FileManager.default.createSymbolicLink(atPath: folder.path("folder"), withDestinationPath: "deep")
  }

  private func observe(_ script: String) throws -> (output: ProcessOutput, files: ObservedFiles) {
    let observer = ProcessObserver()
    let output = try Shell.script(script, in: folder.path).run(observer: observer)
    return (output, try #require(observer.finish(), "nothing can be observed here"))
  }

  private func kinds(_ path: String, in files: ObservedFiles) -> FileAccess.Kinds {
    let full = path.hasPrefix("/") ? path : folder.path(path)
    return files.accesses.filter { $0.path == Array(full.utf8) }.reduce(into: []) { $0.formUnion($1.kinds) }
  }

  @Test func everyKindIsSeen() throws {
    let (output, files) = try observe(
      "cat a deep/c; ls deep/er; readlink link; test -e absent; echo new > made; (cat b) & wait; cd deep && cat er/d"
    )
    #expect(output.stdoutText.contains("text of deep/er/d"))
    #expect(files.blindness == [])
    #expect(kinds("a", in: files).contains(.read))
    #expect(kinds("b", in: files).contains(.read))
    #expect(kinds("deep/c", in: files).contains(.read))
    #expect(kinds("deep/er/d", in: files).contains(.read))
    #expect(kinds("deep/er", in: files).contains(.list))
    #expect(kinds("link", in: files).contains(.followLink))
    #expect(kinds("absent", in: files).contains(.look))
    #expect(kinds("made", in: files) == .write)
    #expect(kinds("/bin/sh", in: files).contains(.run))
    let absent = files.accesses.first { $0.path == Array(folder.path("absent").utf8) }
    #expect(absent?.state == nil)
    let present = files.accesses.first { $0.path == Array(folder.path("a").utf8) }
    #expect(present?.state?.size == 10)
  }

  /// A copy of a program that can be told from all others.
  private func program(_ name: String) throws -> String {
    let path = folder.path(name)
    try FileManager.default.copyItem(atPath: try #require(LocalFiles.resolved("/bin/cat")), toPath: path)
    return try #require(LocalFiles.resolved(path))
  }

  @Test func whatABacktracerLooksAtIsNotSeen() throws {
    let libexec = "toolchain/usr/libexec/swift/linux"
    try folder.write("", to: "\(libexec)/.keep")
    let backtracers = try ["swift-backtrace", "swift-backtrace-static"].map {
      try program("\(libexec)/\($0)")
    }
    let namesake = try program("swift-backtrace")
    let (output, files) = try observe(
      "\(backtracers[0]) a; \(backtracers[1]) deep/c; \(namesake) b; cat deep/er/d")
    #expect(output.stdoutText.contains("text of a\ntext of deep/c\n"))
    #expect(kinds("a", in: files).isEmpty && kinds("deep/c", in: files).isEmpty)
    #expect(kinds("b", in: files).contains(.read), "a program of that name elsewhere")
    #expect(kinds("deep/er/d", in: files).contains(.read))
  }

  @Test func whoAsksIsTold() throws {
    let (heard, quiet) = (try program("heard"), try program("quiet"))
    let observer = ProcessObserver(.init(quiet: [quiet], heard: [heard]))
    let leads = "perl -e 'setpgrp(0, 0); exec @ARGV'"
    _ = try Shell.script(
      "cat a; \(heard) b; cd deep; \(leads) ../heard c; \(leads) ../quiet er/d; \(leads) cat er/d",
      in: folder.path
    ).run(observer: observer)
    let files = try #require(observer.finish())
    let own = files.accesses.filter {
      $0.kinds.contains(.read) && $0.path.starts(with: Array("\(folder.path)/".utf8))
    }
    #expect(
      own.map { String(decoding: $0.path, as: UTF8.self) } == [
        folder.path("b"), folder.path("deep/c"), folder.path("deep/er/d"),
      ])
    #expect(own.prefix(2).map(\.asker?.program) == [heard, heard])
    #expect(own.last?.asker?.words == ["cat", "er/d"], "a group of its own is heard, whatever it runs")
    #expect(own.first?.asker?.words.first == "/bin/sh")
    #expect(Set(own.map(\.asker?.group)).count == 3)
    #expect(own.last?.asker?.folder == folder.path("deep"))
  }

  @Test func whatCannotBeSeenIsTold() throws {
    func perl(_ lines: String) -> String { "perl -MSocket -e '\(lines)' 2>&1" }
    #expect(try observe(perl("socket(my $s, PF_INET, SOCK_STREAM, 0)")).files.blindness == .network)
    let datagrams =
      "socket(my $s, PF_INET, SOCK_DGRAM, 0); bind($s, pack_sockaddr_in(0, inet_aton(\"127.0.0.1\")));"
    #expect(try observe(perl("\(datagrams) connect($s, getsockname($s))")).files.blindness == [])
    let asks = perl("\(datagrams) connect($s, pack_sockaddr_in(53, inet_aton(\"127.0.0.1\")))")
    #expect(try observe(asks).files.blindness == .network)
    let sends = perl("\(datagrams) send($s, \"\", 0, pack_sockaddr_in(9, inet_aton(\"192.0.2.1\")))")
    #expect(try observe(sends).files.blindness == .network)
    let local = "socket(my $s, PF_UNIX, SOCK_DGRAM, 0);"
    #expect(try observe(perl("\(local) connect($s, pack_sockaddr_un(\"none\"))")).files.blindness == .network)
    #expect(
      try observe(perl("\(local) connect($s, pack_sockaddr_un(\"\\0none\"))")).files.blindness == .network)
    #expect(try observe(perl("\(local) connect($s, pack_sockaddr_un(\"/none\"))")).files.blindness == [])
    #expect(try observe("cat /proc/self/cwd/a").files.blindness == .root)
    #expect(try observe("exec 3<deep; cat /proc/self/fd/3/c").files.blindness == .root)
    #expect(try observe("exec 3<deep; cat /dev/fd/3/c").files.blindness == .root)
    #expect(try observe("exec 3<a; cat /dev/fd/3").files.blindness == [])
    // `openat2` of a file, with RESOLVE_IN_ROOT.
    let rooted = "syscall(437, -100, my $path = \"/a\", my $how = pack(\"QQQ\", 0, 0, 0x10), 24)"
    #expect(try observe(perl(rooted)).files.blindness == .root)
    #expect(Blindness.network.reason != nil)
  }

  @Test func timesAloneAreSeen() throws {
    #expect(kinds("a", in: try observe("stat -c %Y a").files).contains(.time))
    #expect(!kinds("a", in: try observe("stat -c %s a").files).contains(.time))
  }

  @Test func shortLivedProcessesAreSeen() throws {
    let script = """
      perl -e 'if (fork() == 0) { stat("deep/er/d"); exit } wait; system("/bin/cat", "b"); open(F, "a")'
      for i in 1 2 3 4 5 6 7 8 9; do /bin/true deep & done; wait
      """
    let files = try observe(script).files
    #expect(kinds("a", in: files).contains(.read))
    #expect(kinds("deep/er/d", in: files).contains(.look))
    #expect(kinds("b", in: files).contains(.read))
    #expect(kinds("/bin/true", in: files).contains(.run))
  }

  @Test func whoOutlivesTheCommandIsAnswered() throws {
    let daemon =
      "setsid sh -c 'echo > begun; while [ ! -e go ]; do sleep 0.01; done; cat a > later' >/dev/null 2>&1 &"
    let (output, _) = try observe("\(daemon) while [ ! -e begun ]; do sleep 0.01; done")
    try folder.write("", to: "go")
    #expect(output.status.isSuccess)
    let deadline = Date.now + 10
    while FileManager.default.contents(atPath: folder.path("later"))?.isEmpty ?? true, Date.now < deadline {
      Threads.pause(milliseconds: 20)
    }
    #expect(FileManager.default.contents(atPath: folder.path("later")) == Data("text of a\n".utf8))
  }

  /// Who traces others is observed all the same, and says itself what there was to be seen.
  @Test(arguments: 1...12)
  func nothingIsSeenByStraceAlone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let commands = [
      "cat a", "cat deep/../b", "ls -l deep", "ls folder", "readlink link", "readlink -f folder/er",
      "test -e none", "test -d deep/er", "find . -name '*d'", "grep -r text deep", "cp a copy",
      "mv copy moved",
      "(cd deep; cat c; cd er; head -1 d)", "sh -c 'cat link'", "env -i /bin/cat folder/c", "stat -c %s a",
      "cat none/at/all", "mkdir -p x/y; rmdir x/y", "ln -sf a l2; cat l2", "cat //bin/../bin/sh | head -c 1",
      "perl -e 'opendir(D, \"deep\"); readdir D; open(F, \"a\")'", "rm -f moved", "touch touched",
      "cat a & cat b & wait", "tar cf - deep | tar tf -",
    ]
    let script = (0..<8).compactMap { _ in commands.randomElement(using: &random) }.joined(separator: "\n")
    try folder.write(script, to: "script")
    let traced = try observe("strace -f -qq -s 4096 -e trace=%file,getdents64 -o trace sh script")
    let known = Set(traced.files.accesses.map { String(decoding: $0.path, as: UTF8.self) })
    let trace = try String(contentsOfFile: folder.path("trace"), encoding: .utf8)
    var asked: Set<String> = []
    for line in trace.split(separator: "\n")
    where !["resumed>", "getcwd(", "symlink"].contains(where: line.contains) {
      guard let match = line.firstMatch(of: #/^\d+ +\w+\((?:AT_FDCWD, |\d+, )?"([^"]+)"/#) else { continue }
      asked.insert(String(match.1))
    }
    #expect(asked.count > 10)
    #expect(traced.files.blindness == [])
    for path in asked.sorted() {
      let isKnown = path.hasPrefix("/") ? known.contains(path) : known.contains { $0.hasSuffix("/\(path)") }
      #expect(isKnown, "\(path) of\n\(script)")
    }
  }

  @Test func itIsPossibleHere() {
    #expect(ProcessObserver.obstacle() == nil)
  }
}
