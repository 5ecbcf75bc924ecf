extension GraphPageStyle {
  /// Both sets of colours. The script reads them for the canvas, so that a colour is written down once.
  static let colors = #"""
    :root {
      color-scheme: light;
      --ground: #f6f7f9; --card: #ffffff; --raised: #ffffff; --ink: #1c2430; --dim: #5c6675; --line: #d5dae1;
      --edge: #8b95a3; --accent: #2458d3; --incoming: #7a3fc4; --lit: #c75300; --lit-card: #ffe9d2;
      --changed-card: #ffb066; --changed-ink: #3a1800; --bad: #c81e2c; --bad-card: #fde8e9; --shadow: #1c243024;
    }
    :root[data-theme="dark"] {
      color-scheme: dark;
      --ground: #10141b; --card: #1a202a; --raised: #1d242f; --ink: #e6eaf0; --dim: #9aa5b4; --line: #313a47;
      --edge: #5d6877; --accent: #7daaff; --incoming: #c49bff; --lit: #ff9d4a; --lit-card: #41290f;
      --changed-card: #e07b1d; --changed-ink: #1d0d00; --bad: #ff6b75; --bad-card: #43191d; --shadow: #00000066;
    }

    """#
}
