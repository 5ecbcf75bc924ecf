import Support

/// What a picture costs while the drawing is moved: in the page's script, and from one to the next in all, painting
/// included, in a browser that does not wait for a screen.
struct PanMeasure {
  /// Milliseconds until the page had painted and listened.
  let ready: Double
  let script: [Double]
  let whole: [Double]

  /// A browser without a screen's rhythm, so that the time between two pictures is what one costs.
  static let switches = ["--disable-gpu-vsync", "--disable-frame-rate-limit"]

  private static let recorder = """
    (() => {
      window.scriptCosts = [];
      const own = window.requestAnimationFrame.bind(window);
      window.everyFrame = own;
      window.requestAnimationFrame = (act) => own((now) => {
        const start = performance.now();
        act(now);
        window.scriptCosts.push(performance.now() - start);
      });
    })();
    """

  /// Drags in circles for so many pictures.
  static func of(_ html: String, fragment: String = "", level: String? = nil, frames: Int = 240) throws
    -> PanMeasure
  {
    let browser = try Browser(switches)
    try browser.prepare(recorder)
    try browser.resize(width: 1440, height: 900)
    try browser.open(html, fragment: fragment)
    let ready = try browser.text(of: "document.documentElement.dataset.ready") ?? ""
    if let level {
      _ = try browser.value(
        of: """
          (() => {
            const menu = document.getElementById('level');
            menu.value = '\(level)';
            menu.dispatchEvent(new Event('change'));
          })()
          """)
    }
    try browser.mouse("mouseMoved", x: 600, y: 500)
    try browser.mouse("mousePressed", x: 600, y: 500)
    let costs =
      try browser.value(
        of: """
          new Promise((done) => {
            const canvas = document.getElementById('canvas'), whole = [];
            let last = 0, count = 0;
            const frame = (now) => {
              if (last) whole.push(now - last);
              last = now;
              count += 1;
              if (count > \(frames)) return done(JSON.stringify({ script: window.scriptCosts, whole }));
              canvas.dispatchEvent(new PointerEvent('pointermove', {
                pointerId: 1, clientX: 600 + 200 * Math.sin(count / 9), clientY: 500 + 150 * Math.cos(count / 7),
              }));
              window.everyFrame(frame);
            };
            window.scriptCosts.length = 0;
            window.everyFrame(frame);
          })
          """)?.stringValue ?? "{}"
    let node = try JSONParser.parse(Array(costs.utf8))
    let numbers = { (key: String) in (node[key]?.arrayValue ?? []).compactMap(\.doubleValue).sorted() }
    return PanMeasure(ready: Double(ready) ?? .infinity, script: numbers("script"), whole: numbers("whole"))
  }

  static func part(_ part: Double, of sorted: [Double]) -> Double {
    sorted.isEmpty ? .infinity : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}
