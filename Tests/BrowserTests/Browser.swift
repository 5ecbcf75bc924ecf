import Base
import Foundation
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
    try call("Page.navigate", ["url": address])
    while !hasLoaded { _ = try message() }
  }

  /// Types into whatever has the focus.
  func type(_ text: String) throws {
    try call("Input.insertText", ["text": text])
  }

  func press(_ key: String, shift: Bool = false) throws {
    for type in ["keyDown", "keyUp"] {
      let code = ["Enter": 13, "Tab": 9, "Escape": 27][key]
      // Buttons are pressed by the character that Enter makes.
      let text = key == "Enter" && type == "keyDown" ? "\r" : nil
      try call(
        "Input.dispatchKeyEvent",
        [
          "type": type, "key": key, "modifiers": shift ? 8 : 0, "text": OptionalField(text),
          "windowsVirtualKeyCode": OptionalField(code),
        ])
    }
  }

  func mouse(_ type: String, x: Double, y: Double, wheel: Double = 0, clicks: Int = 1) throws {
    let more: JSON =
      switch type {
      case "mouseMoved": [:]
      case "mouseWheel": ["deltaX": 0, "deltaY": wheel]
      default: ["button": "left", "clickCount": clicks]
      }
    try call("Input.dispatchMouseEvent", JSON(["type": type, "x": x, "y": y], more))
  }

  func click(x: Double, y: Double) throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] { try mouse(type, x: x, y: y) }
  }

  /// How large the window is from now on, in CSS pixels.
  func resize(width: Int, height: Int) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// What the system would say: `prefers-color-scheme`, `prefers-reduced-motion`.
  func prefer(_ features: [String: String]) throws {
    let features = features.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] as JSON }
    try call("Emulation.setEmulatedMedia", ["features": features])
  }
}

// MARK: What a person sees

extension Browser {
  /// The value of an expression, once a promise it may be has been kept.
  func value(of expression: String) throws -> JSONNode? {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
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
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let id = target?["targetId"]?.stringValue
    let attached = try call("Target.attachToTarget", ["targetId": id, "flatten": true])
    session = attached?["sessionId"]?.stringValue
    for domain in ["Page", "Runtime", "Log", "Network"] { try call("\(domain).enable") }
  }

  /// Asks for something and waits for the answer; what happens meanwhile is noted.
  @discardableResult
  private func call(_ method: String, _ parameters: JSON = [:]) throws -> JSONNode? {
    if isGone { throw Trouble(description: "the browser is gone") }
    lastCall += 1
    let request: JSON = [
      "id": lastCall, "method": method, "sessionId": OptionalField(session), "params": parameters,
    ]
    try toBrowser.write(contentsOf: Data(request.compactJSON.utf8) + [0])
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
