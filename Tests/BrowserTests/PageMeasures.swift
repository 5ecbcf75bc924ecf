import Support
import Testing

/// What holds for every page: asked of the page as it is painted.
extension Browser {
  /// Texts that stand out too little from what they stand on, by the formula of WCAG 2, below the 4.5 that it asks for.
  func faintTexts() throws -> [String] {
    let found = try text(
      of: """
        (() => {
          const parts = (color) => color.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
            .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
            .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
          const ground = (element) => {
            for (let one = element; one; one = one.parentElement) {
              const color = parts(getComputedStyle(one).backgroundColor);
              if (color.length < 4 || color[3] === 1) return color;
            }
            return [255, 255, 255];
          };
          const faint = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const element = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
            if (!element.getClientRects().length) continue;
            const [one, other] = [light(parts(getComputedStyle(element).color)), light(ground(element))];
            const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            if (ratio < 4.5) faint.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
          }
          return [...new Set(faint)].join('\\n');
        })()
        """)
    return (found ?? "?").split(separator: "\n").map(String.init)
  }

  /// Elements that reach beyond the window and do not scroll within it.
  func wideElements() throws -> [String] {
    let found = try text(
      of: """
        (() => {
          const width = document.documentElement.clientWidth;
          const scrolls = (one) => one && (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
            || scrolls(one.parentElement));
          return [...document.querySelectorAll('main *')]
            .filter((one) => one.getBoundingClientRect().right > width + 1 && !scrolls(one))
            .map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`).join('\\n');
        })()
        """)
    return (found ?? "?").split(separator: "\n").map(String.init)
  }
}
