import Arguments
import Base
import Reports
import Runner
import Session

/// Connects the watch loop with folders, keys, processes and the terminal.
final class WatchSession: Sendable {
  private enum Happening: Sendable {
    case changed(WatchedFiles.Difference)
    case key(UInt8)
    case output(Int, ProcessStream, [UInt8])
    case ended(Int, ProcessStatus?)
  }

  private let options: WatchOptions
  private let world: World
  private let global: GlobalOptions
  private let program: String
  /// The absolute path of the workspace. Runs print paths relative to it.
  private let root: String
  private let notice: DesktopNotice?
  /// Finds the files that count now.
  private let prepare: @Sendable () throws(Failure) -> WatchedFiles
  private let first: Watched
  private let happenings = Guarded<[Happening]>([])
  /// True while a key waits to be handled.
  private let isKeyPending = Guarded(false)
  private let isOver = Guarded(false)
  private let watching = Guarded<FolderWatch?>(nil)

  /// Watched folders, and the rules for files in them.
  private struct Watched: Sendable {
    let folders: FolderWatch
    let files: WatchedFiles

    init(_ files: WatchedFiles) {
      self.files = files
      folders = FolderWatch(files.root) { files.skips($0) }
    }
  }

  init(
    options: WatchOptions, world: World, global: GlobalOptions, program: String, root: String,
    notice: DesktopNotice?,
    preparing prepare: @escaping @Sendable () throws(Failure) -> WatchedFiles
  ) throws(Failure) {
    self.options = options
    self.world = world
    self.global = global
    self.program = program
    self.root = root
    self.notice = notice
    self.prepare = prepare
    first = Watched(try prepare())
  }

  /// Runs until the user quits.
  func run() -> ExitCode {
    let keys = world.openKeys()
    let restore: @Sendable () -> Void = { keys?.restore() }
    world.onAbruptEnd(restore)
    defer {
      isOver.with { $0 = true }
      restore()
    }
    listen(to: first)
    if let keys { listen(to: keys) }
    var state = State(self, keys)
    return state.run()
  }

  private func listen(to first: Watched) {
    watching.with { $0 = first.folders }
    _ = Threads.start { [self] in
      var watched = first
      while !isOver.look({ $0 }) {
        guard let difference = difference(watched, atMost: .milliseconds(500)) else { continue }
        tell(.changed(difference))
        // The change may alter which files Git ignores and where modules lie. The old watch stays until the new one has
        // begun.
        guard WatchedFiles.decide(difference.changed) else { continue }
        let files = try? prepare()
        // After lost events new folders are not watched, and known contents are old.
        let isBlind = difference == .unknown
        if isBlind { watched.files.forget() }
        guard isBlind || files != nil else { continue }
        let renewed = Watched(files ?? watched.files)
        while let late = self.difference(watched, atMost: .zero) { tell(.changed(late)) }
        watched = renewed
        watching.with { $0 = renewed.folders }
      }
    }
  }

  private func difference(_ watched: Watched, atMost limit: Duration) -> WatchedFiles.Difference? {
    switch watched.folders.next(atMost: limit) {
    case .paths(let paths): watched.files.difference(paths, watched.folders.existedAtFirst)
    case .something: .unknown
    case nil: nil
    }
  }

  private func listen(to keys: Keystrokes) {
    _ = Threads.start { [self] in
      while let key = keys.next() {
        isKeyPending.with { $0 = true }
        tell(.key(key))
        // The key may open an editor in this terminal. The keys that follow are for the editor.
        while !isOver.look({ $0 }), isKeyPending.look({ $0 }) {
          isKeyPending.wait(atMost: .milliseconds(200)) { !$0 }
        }
      }
    }
  }

  private func tell(_ happening: Happening) { happenings.with { $0.append(happening) } }
}

// MARK: The thread that acts

extension WatchSession {
  private struct State {
    private let session: WatchSession
    private var isSlowSaid = false
    private var loop = WatchLoop()
    private var keys: WatchKeys
    private let terminal: Keystrokes?
    /// Only cases that match run. The filter of the command line comes first.
    private var filter: String?
    private var view: WatchView
    private var lastOutcome: WatchOutcome?
    private var current: WatchRun?
    private var number = 0
    private var started = Duration.zero
    private var changed: Set<String> = []
    private var isCutShort = false
    private var sight: Sight

    /// The last look at the terminal.
    private struct Sight {
      /// A longer pause between two looks means that the process was stopped, as by Ctrl-Z.
      private static let longestPause = Duration.seconds(1)

      var columns: Int
      var time: Duration

      func isForeign(at now: Duration) -> Bool { now - time > Self.longestPause }
    }

    init(_ session: WatchSession, _ terminal: Keystrokes?) {
      self.session = session
      self.terminal = terminal
      keys = WatchKeys(canFilter: session.options.what == "test")
      let errors = session.world.errors.capabilities(session.global.color)
      view = WatchView(isLive: errors.live && !session.global.json, color: errors.color)
      sight = Sight(columns: errors.width ?? 80, time: session.world.now())
    }

    private var world: World { session.world }
    private var columns: Int { world.errors.capabilities(session.global.color).width ?? 80 }

    mutating func run() -> ExitCode {
      saySlow()
      var isLeaving = carryOut(loop.handle(.asked(.changes), now: world.now()))
      while !isLeaving {
        // A signal ends the watch, and the current run with it.
        guard !ProcessSupervisor.shared.isStopped else { break }
        let wait = loop.deadline.map { max($0 - world.now(), .zero) } ?? .milliseconds(200)
        session.happenings.wait(atMost: min(wait, .milliseconds(200))) { !$0.isEmpty }
        let happened = session.happenings.with { happenings in
          defer { happenings = [] }
          return happenings
        }
        renew()
        for happening in happened where !isLeaving { isLeaving = take(happening) }
        if !isLeaving { isLeaving = carryOut(loop.tick(now: world.now())) }
        sight.time = world.now()
      }
      show(view.finish(columns: columns))
      return .success
    }

    /// Takes the terminal back after `fg`, and draws the status anew where that is needed.
    private mutating func renew() {
      let isForeign = terminal?.renew() == true || sight.isForeign(at: world.now())
      let columns = columns
      guard isForeign || columns != sight.columns else { return }
      sight.columns = columns
      show(view.renew(isForeign: isForeign, columns: columns))
    }

    private var watch: FolderWatch? { session.watching.look { $0 } }

    private mutating func saySlow() {
      guard !isSlowSaid, let obstacle = watch?.obstacle else { return }
      isSlowSaid = true
      say(Self.slow(obstacle))
    }

    private static func slow(_ obstacle: String) -> String {
      "the system does not report changes here (\(obstacle)), so Ambit checks all files regularly"
    }

    private mutating func take(_ happening: Happening) -> Bool {
      let now = world.now()
      switch happening {
      case .changed(let difference):
        return carryOut(
          loop.handle(.changed(difference.changed), now: now)
            + loop.handle(.touched(difference.touched), now: now))
      case .key(let key):
        defer { session.isKeyPending.with { $0 = false } }
        return keys.press(key).map { carryOut($0) } ?? false
      case .output(let number, let stream, let bytes):
        if number == self.number, !isCutShort { show(view.take(stream, bytes, columns: columns)) }
        return false
      case .ended(let number, let status):
        guard number == self.number else { return false }
        if !isCutShort { conclude(status) }
        current = nil
        return carryOut(loop.handle(.ended, now: now))
      }
    }

    /// Returns true when the watch is over.
    private mutating func carryOut(_ request: WatchKeys.Request) -> Bool {
      show(view.type(keys.typedFilter, columns: columns))
      switch request {
      case .run(let reason): return carryOut(loop.handle(.asked(reason), now: world.now()))
      case .leave: return carryOut(loop.handle(.leave, now: world.now()))
      case .filter(let filter):
        if let problem = filter.flatMap(Self.problem) {
          say(problem)
          return false
        }
        self.filter = filter
        return carryOut(loop.handle(.asked(.changes), now: world.now()))
      case .openFailure: openFailure()
      case .explain: show(view.note(WatchView.explanation(canFilter: keys.canFilter), columns: columns))
      case .typing: break
      }
      return false
    }

    /// Returns true when the watch is over.
    private mutating func carryOut(_ actions: [WatchLoop.Action]) -> Bool {
      for action in actions {
        switch action {
        case .start(let reason, let changed): start(reason, changed)
        case .stop:
          isCutShort = true
          current?.stop()
          show(view.cutShort(columns: columns))
        case .leave: return true
        }
      }
      return false
    }

    /// The reason for which a typed filter cannot be used. The filter before stays.
    private static func problem(_ filter: String) -> String? {
      do throws(Failure) {
        _ = try CaseFilter(filter)
        return nil
      } catch {
        return error.message
      }
    }

    private mutating func start(_ reason: WatchOptions.Reason, _ changed: Set<String>) {
      number += 1
      (isCutShort, started, self.changed) = (false, world.now(), changed)
      show(view.begin(changed, reason, columns: columns))
      let (session, number) = (session, number)
      let run = WatchRun(session.command(for: reason, filter))
      current = run
      let isStarted = run.start {
        session.tell(.output(number, $0, $1))
      } _: {
        session.tell(.ended(number, $0))
      }
      if !isStarted { session.tell(.ended(number, nil)) }
    }

    private mutating func conclude(_ status: ProcessStatus?) {
      var code: Int32?
      if case .exited(let exited) = status { code = exited }
      let outcome = WatchOutcome(exitCode: code)
      saySlow()
      let seconds = (world.now() - started) / .seconds(1)
      show(view.end(outcome, watched: watched, columns: columns))
      // The notice has the last line of the answer, which `end` completes.
      if DesktopNotice.isNews(outcome, after: lastOutcome) { notify(outcome) }
      lastOutcome = outcome
      guard session.global.json else { return }
      let line = WatchJSON.line(
        run: number, outcome: outcome.rawValue, exitCode: code.map(Int.init), seconds: seconds,
        changed: changed.sorted())
      world.output.write(Array((line + "\n").utf8))
    }

    private var watched: String {
      let folders = "watching \(Wording.count(watch?.count ?? 0, "folder"))"
      return filter.map { "only \(Text.escapingControls($0)) · \(folders)" } ?? folders
    }

    private mutating func openFailure() {
      let root = session.root
      let place = FailurePlace.first(in: view.lastAnswer) { LocalFiles.isFile("\(root)/\($0)") }
      guard let place else { return say("the last run names no file") }
      guard let editor = WatchEditor(world.environment) else {
        return say("no editor is known: set VISUAL or EDITOR, for example EDITOR=\"code\"")
      }
      let command = editor.command(place, "\(root)/\(place.path)", world.environment, in: world.workingFolder)
      show(view.finish(columns: columns))
      do throws(Failure) {
        try terminal?.lend(to: command)
      } catch {
        say("the editor did not start: \(error.message)")
      }
      show(view.type(nil, columns: columns))
    }

    private mutating func say(_ text: String) {
      show(view.note([StyledText("note: ", .dim) + StyledText(text)], columns: columns))
    }

    private func notify(_ outcome: WatchOutcome) {
      guard let notice = session.notice else { return }
      let last = view.lastAnswer.last { !$0.isEmpty }.flatMap { LogText.lines(Array($0.utf8)).first }
      let command = notice.command(
        "ambit \(session.options.what): \(outcome.words)", last ?? "", world.environment)
      // A desktop that does not answer must not hold up the watch.
      _ = Threads.start { _ = try? command.run(timeout: .seconds(10)) }
    }

    private func show(_ text: String) {
      if !text.isEmpty { world.errors.write(Array(text.utf8)) }
    }
  }

  /// Returns the command line of a run: this program with the user's words. Error messages are text, since people read
  /// them.
  fileprivate func command(for reason: WatchOptions.Reason, _ filter: String?) -> Command {
    var words: [String] = []
    if let file = global.workspaceFile { words += ["--workspace", world.absoluteText(file.bytes)] }
    words += ["--color", world.errors.capabilities(global.color).color ? "always" : "never"]
    switch global.verbosity {
    case .quiet: words.append("-q")
    case .normal: break
    case .verbose: words.append("-v")
    }
    let asked = options.words(for: reason, filter: filter).map(\.description)
    return Command(
      executable: program, arguments: words + asked,
      environment: world.everything,
      workingFolder: world.workingFolder)
  }
}
