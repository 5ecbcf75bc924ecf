import Support

/// What stands on a canvas: every text of the last picture, where and how large it is and in which colour.
struct PaintedText: CustomStringConvertible {
  let text: String
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  /// CSS pixels on the screen.
  let points: Double
  let alpha: Double
  let color: String

  var description: String { "\(text) at \(Int(left)),\(Int(top)) to \(Int(right)),\(Int(bottom))" }
  var middle: (x: Double, y: Double) { ((left + right) / 2, (top + bottom) / 2) }

  /// Whether one covers a part of the other that can be seen.
  func overlaps(_ other: PaintedText) -> Bool {
    let slack = 0.75
    return left + slack < other.right && other.left + slack < right && top + slack < other.bottom
      && other.top + slack < bottom
  }
}

extension PaintedText {
  /// Notes each text as it is painted, cut off where the canvas is clipped; a cleared canvas has none.
  static let recorder = """
    (() => {
      const proto = CanvasRenderingContext2D.prototype, painted = window.paintedTexts = [];
      const patch = (name, before) => {
        const own = proto[name];
        proto[name] = function (...values) { before.call(this, ...values); return own.apply(this, values); };
      };
      const whole = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
      let clips = [whole], last = whole;
      patch('clearRect', () => { painted.length = 0; });
      patch('save', () => clips.push(clips[clips.length - 1]));
      patch('restore', () => clips.pop());
      patch('rect', (x, y, w, h) => { last = { left: x, top: y, right: x + w, bottom: y + h }; });
      patch('clip', () => { clips[clips.length - 1] = last; });
      patch('fillText', function (text, x, y) {
        const matrix = this.getTransform(), size = this.measureText(text), ratio = devicePixelRatio;
        const corners = [[-size.actualBoundingBoxLeft, -size.actualBoundingBoxAscent],
          [size.actualBoundingBoxRight, size.actualBoundingBoxDescent]]
          .map(([dx, dy]) => matrix.transformPoint({ x: x + dx, y: y + dy }));
        const xs = corners.map((one) => one.x / ratio), ys = corners.map((one) => one.y / ratio);
        const clip = clips[clips.length - 1];
        painted.push({
          text, left: Math.max(clip.left, Math.min(...xs)), right: Math.min(clip.right, Math.max(...xs)),
          top: Math.max(clip.top, Math.min(...ys)), bottom: Math.min(clip.bottom, Math.max(...ys)),
          points: parseFloat(/([\\d.]+)px/.exec(this.font)[1]) * Math.hypot(matrix.a, matrix.b) / ratio,
          alpha: this.globalAlpha, color: this.fillStyle,
        });
      });
    })();
    """

  /// Those that can be seen; places are the canvas's.
  static func all(in browser: Browser) throws -> [PaintedText] {
    let found = try browser.value(of: "JSON.stringify(window.paintedTexts)")?.stringValue ?? "[]"
    return (try JSONParser.parse(Array(found.utf8)).arrayValue ?? []).compactMap { node in
      let number = { (key: String) in node[key]?.doubleValue ?? 0 }
      let text = PaintedText(
        text: node["text"]?.stringValue ?? "", left: number("left"), top: number("top"),
        right: number("right"),
        bottom: number("bottom"), points: number("points"), alpha: number("alpha"),
        color: node["color"]?.stringValue ?? "")
      return text.right > text.left && text.bottom > text.top ? text : nil
    }
  }

  /// Pairs that cover each other.
  static func collisions(_ texts: [PaintedText]) -> [String] {
    let sorted = texts.sorted { $0.left < $1.left }
    var found: [String] = []
    for (index, text) in sorted.enumerated() {
      for other in sorted[(index + 1)...] {
        guard other.left < text.right else { break }
        if text.overlaps(other) { found.append("\(text) | \(other)") }
      }
    }
    return found
  }
}
