import Foundation
import Support
import Testing

/// How well a text stands out from what it stands on, by the formula of WCAG 2: 1 not at all, 21 black on white.
enum Contrast {
  static func of(_ text: PaintedText, in page: OpenedGraph) throws -> Double {
    // Most of a text's box is ground.
    let ground =
      try page.browser.value(
        of: """
          (() => {
            const canvas = document.getElementById('canvas');
            const box = [\(text.left), \(text.top), \(max(1, text.right - text.left)), \(max(1, text.bottom - text.top))]
              .map(Math.round);
            const { data } = canvas.getContext('2d').getImageData(...box), counts = new Map();
            for (let at = 0; at < data.length; at += 4) {
              const key = data.slice(at, at + 4).join();
              counts.set(key, (counts.get(key) || 0) + 1);
            }
            const [most] = [...counts].sort((a, b) => b[1] - a[1])[0];
            const [r, g, b, alpha] = most.split(',').map(Number);
            const body = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
            return [r, g, b].map((one, i) => one * alpha / 255 + body[i] * (1 - alpha / 255)).join(' ');
          })()
          """)?.stringValue ?? ""
    let behind = ground.split(separator: " ").compactMap { Double($0) }
    try #require(behind.count == 3 && text.color.hasPrefix("#"))
    let value = Int(text.color.dropFirst().prefix(6), radix: 16) ?? 0
    let ink = [value >> 16 & 255, value >> 8 & 255, value & 255].map(Double.init)
    let (one, other) = (luminance(ink), luminance(behind))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func luminance(_ color: [Double]) -> Double {
    let parts = color.map { value in
      let part = value / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
