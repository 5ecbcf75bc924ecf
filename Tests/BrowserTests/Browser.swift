import Foundation
import Support
import TestSupport

/// A real Chromium without a window, driven by the DevTools protocol over a pair of pipes: no port, no socket, no
/// library. https://chromedevtools.github.io/devtools-protocol/
final class Browser {
  struct Trouble: Error, CustomStringConvertible {
    let description: String
  }

  static var path: String? { TestTool.chromium.path }
  static var isExpected: Bool { TestTool.chromium.isExpected }

  /// Messages for the console: whatever the page logged, threw or was refused.
  private(set) var complaints: [String] = []
  /// What the page asked the network or the disk for.
  private(set) var requests: [String] = []

  private let folder: TemporaryFolder
  private let process = Process()
  private let toBrowser: FileHandle
  private let fromBrowser: FileHandle
  private var unread = Data()
  private var lastCall = 0
  private var session: String?
  private var hasLoaded = false
  /// Nobody reads what is written to a browser that has gone; writing would end this process too.
  private var isGone = false

  init() throws {
    guard let path = Self.path else {
      throw Trouble(description: "there is no Chromium; run: scripts/setup --with-browser")
    }
    folder = try TemporaryFolder()
    let pipes = [folder.path("to"), folder.path("from")]
    for pipe in pipes where mkfifo(pipe, 0o600) != 0 { throw Trouble(description: "cannot make \(pipe)") }
    process.executableURL = URL(filePath: "/bin/sh")
    // The browser reads from descriptor 3 and writes to 4. The limit is for a browser that hangs.
    let line = "out=$1; in=$2; shift 2; exec timeout -k 5 300 \"$@\" 3<\"$out\" 4>\"$in\""
    process.arguments =
      ["-c", line, "sh"] + pipes + [path] + Self.switches + ["--user-data-dir=\(folder.path("profile"))"]
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    toBrowser = try FileHandle(forWritingTo: URL(filePath: pipes[0]))
    fromBrowser = try FileHandle(forReadingFrom: URL(filePath: pipes[1]))
    try attach()
  }

  /// A browser that is asked to go takes all its processes along; signals would have to find every one of them.
  deinit {
    session = nil
    _ = try? call("Browser.close")
    process.waitUntilExit()
  }

  /// It renders our own page only, and the sandbox wants rights that containers seldom give.
  private static let switches = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-extensions", "--disable-sync", "--mute-audio",
    "--window-size=1280,800", "--remote-debugging-pipe",
  ]
}

// MARK: What a person does

extension Browser {
  /// Opens the page and waits until it has loaded. What went before is forgotten.
  func open(_ html: String, fragment: String = "") throws {
    try folder.write(html, to: "page.html")
    complaints = []
    requests = []
    hasLoaded = false
    let address = "file://" + folder.path("page.html") + (fragment.isEmpty ? "" : "#" + fragment)
    try call("Page.navigate") { $0.field("url", address) }
    while !hasLoaded { _ = try message() }
  }

  /// Types into whatever has the focus.
  func type(_ text: String) throws {
    try call("Input.insertText") { $0.field("text", text) }
  }

  func press(_ key: String, shift: Bool = false) throws {
    for type in ["keyDown", "keyUp"] {
      try call("Input.dispatchKeyEvent") { writer in
        writer.field("type", type)
        writer.field("key", key)
        writer.field("modifiers", shift ? 8 : 0)
        // Buttons are pressed by the character that Enter makes.
        if key == "Enter", type == "keyDown" { writer.field("text", "\r") }
        let code = ["Enter": 13, "Tab": 9, "Escape": 27][key]
        if let code { writer.field("windowsVirtualKeyCode", code) }
      }
    }
  }

  func mouse(_ type: String, x: Double, y: Double, wheel: Double = 0, clicks: Int = 1) throws {
    try call("Input.dispatchMouseEvent") { writer in
      writer.field("type", type)
      writer.field("x") { $0.decimal(x) }
      writer.field("y") { $0.decimal(y) }
      if type == "mouseWheel" {
        writer.field("deltaX", 0)
        writer.field("deltaY") { $0.decimal(wheel) }
      } else if type != "mouseMoved" {
        writer.field("button", "left")
        writer.field("clickCount", clicks)
      }
    }
  }

  func click(x: Double, y: Double) throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] { try mouse(type, x: x, y: y) }
  }

  /// How large the window is from now on, in CSS pixels.
  func resize(width: Int, height: Int) throws {
    try call("Emulation.setDeviceMetricsOverride") { writer in
      writer.field("width", width)
      writer.field("height", height)
      writer.field("deviceScaleFactor", 1)
      writer.field("mobile", false)
    }
  }

  /// What the system would say: `prefers-color-scheme`, `prefers-reduced-motion`.
  func prefer(_ features: [String: String]) throws {
    try call("Emulation.setEmulatedMedia") { writer in
      writer.field("features") { writer in
        writer.array(of: features.sorted { $0.key < $1.key }) { writer, feature in
          writer.object { writer in
            writer.field("name", feature.key)
            writer.field("value", feature.value)
          }
        }
      }
    }
  }
}

// MARK: What a person sees

extension Browser {
  /// The value of an expression, once a promise it may be has been kept.
  func value(of expression: String) throws -> JSONNode? {
    let answer = try call("Runtime.evaluate") { writer in
      writer.field("expression", expression)
      writer.field("awaitPromise", true)
      writer.field("returnByValue", true)
    }
    if let exception = answer?["exceptionDetails"] {
      let text = exception["exception"]?["description"]?.stringValue
      throw Trouble(description: "\(expression): \(text ?? "an exception")")
    }
    return answer?["result"]?["value"]
  }

  func text(of expression: String) throws -> String? { try value(of: expression)?.stringValue }

  /// Lets the page paint what it has been told.
  func settle() throws {
    _ = try value(
      of: "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
  }
}

// MARK: The protocol

extension Browser {
  private func attach() throws {
    let target = try call("Target.createTarget") { $0.field("url", "about:blank") }
    let id = target?["targetId"]?.stringValue
    let attached = try call("Target.attachToTarget") { writer in
      writer.field("targetId", id)
      writer.field("flatten", true)
    }
    session = attached?["sessionId"]?.stringValue
    for domain in ["Page", "Runtime", "Log", "Network"] { try call("\(domain).enable") }
  }

  /// Asks for something and waits for the answer; what happens meanwhile is noted.
  @discardableResult
  private func call(_ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) throws -> JSONNode?
  {
    if isGone { throw Trouble(description: "the browser is gone") }
    lastCall += 1
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.field("id", lastCall)
      writer.field("method", method)
      if let session { writer.field("sessionId", session) }
      writer.field("params") { $0.object(parameters) }
    }
    try toBrowser.write(contentsOf: Data(writer.bytes + [0]))
    while true {
      let answer = try message()
      guard answer["id"]?.intValue == lastCall else { continue }
      if let error = answer["error"] {
        throw Trouble(description: "\(method): \(error["message"]?.stringValue ?? "refused")")
      }
      return answer["result"]
    }
  }

  private func message() throws -> JSONNode {
    while true {
      if let end = unread.firstIndex(of: 0) {
        let message = try JSONParser.parse(Array(unread[unread.startIndex..<end]))
        unread = Data(unread[(end + 1)...])
        note(message)
        return message
      }
      let more = fromBrowser.availableData
      if more.isEmpty {
        isGone = true
        throw Trouble(description: "the browser has gone")
      }
      unread.append(more)
    }
  }

  private func note(_ message: JSONNode) {
    let event = message["params"]
    switch message["method"]?.stringValue {
    case "Page.loadEventFired": hasLoaded = true
    case "Network.requestWillBeSent": requests.append(event?["request"]?["url"]?.stringValue ?? "?")
    case "Log.entryAdded": complaints.append(event?["entry"]?["text"]?.stringValue ?? "?")
    case "Runtime.exceptionThrown":
      complaints.append(event?["exceptionDetails"]?["exception"]?["description"]?.stringValue ?? "?")
    case "Runtime.consoleAPICalled": complaints.append(event?["type"]?.stringValue ?? "?")
    default: break
    }
  }
}
