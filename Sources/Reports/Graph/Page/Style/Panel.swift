extension GraphPageStyle {
  /// The details beside the drawing.
  static let panel = #"""
    aside {
      flex: none; width: 340px; overflow: auto; padding: 18px 18px 32px; background: var(--raised);
      border-left: 1px solid var(--line);
    }
    aside:focus { outline: none; }
    aside h2 { font-size: 17px; line-height: 1.3; overflow-wrap: anywhere; }
    aside h2:focus { outline: none; }
    aside h3 {
      display: flex; justify-content: space-between; margin: 20px 0 6px; color: var(--dim); font-size: 12px;
      font-weight: 600; letter-spacing: .04em; text-transform: uppercase;
    }
    .path { color: var(--dim); font-size: 13px; overflow-wrap: anywhere; }
    .back { float: right; margin-left: 10px; }
    .chips { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 10px; }
    .chip {
      display: inline-flex; align-items: center; gap: 6px; padding: 1px 9px; border: 1px solid var(--line);
      border-radius: 99px; font-size: 12.5px; overflow-wrap: anywhere;
    }
    .chip.changed { background: var(--changed-card); border-color: var(--changed-card); color: var(--changed-ink); font-weight: 600; }
    .chip.reached { background: var(--lit-card); border-color: var(--lit); color: var(--lit); font-weight: 600; }
    .dot { flex: none; width: 10px; height: 10px; border-radius: 3px; background: var(--swatch, var(--dim)); }

    .links li { margin: 0 -8px; }
    .links button {
      display: flex; align-items: center; gap: 8px; width: 100%; height: auto; min-height: 28px; padding: 3px 8px;
      border: 0; border-radius: 6px; background: none; text-align: left;
    }
    .links button:hover { background: var(--ground); }
    .links .name { flex: 0 1 auto; min-width: 0; overflow-wrap: anywhere; }
    .links small { flex: 1 0 auto; color: var(--dim); text-align: right; }
    .links .lit .name { color: var(--lit); font-weight: 600; }
    .links button[aria-pressed="true"] { background: var(--ground); box-shadow: inset 0 0 0 1px var(--accent); }
    .more { margin-top: 4px; }
    .none { color: var(--dim); }

    .chain { border-left: 2px solid var(--lit); padding-left: 14px; }
    .chain li { position: relative; padding: 2px 0; overflow-wrap: anywhere; }
    .chain li::before {
      content: ""; position: absolute; left: -19px; top: 9px; width: 8px; height: 8px; border-radius: 50%;
      background: var(--lit);
    }
    .chain small { display: block; color: var(--dim); }
    .chain button { height: auto; padding: 0; border: 0; background: none; color: var(--accent); text-align: left; overflow-wrap: anywhere; }
    .chain button:hover { text-decoration: underline; }
    .chain code { font: 12.5px/1.4 ui-monospace, Menlo, Consolas, monospace; }

    .bad { margin-top: 8px; padding: 8px 12px; border-left: 3px solid var(--bad); border-radius: 0 8px 8px 0; background: var(--bad-card); }
    .bad b { color: var(--bad); }
    .bad p { font-size: 13px; overflow-wrap: anywhere; }
    .bad button { height: auto; padding: 0; border: 0; background: none; color: var(--accent); text-align: left; }
    .note { margin-top: 12px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; font-size: 13px; overflow-wrap: anywhere; }

    """#

  /// Phones and narrow windows, and those who want less motion.
  static let small = #"""
    @media (max-width: 1180px) {
      .search { order: 3; flex-basis: 100%; max-width: none; margin: 0; }
      .tools { margin-left: auto; }
    }
    @media (max-width: 760px) {
      .bar { gap: 8px; padding: 8px 12px; }
      .tools { order: 4; width: 100%; margin: 0; gap: 8px; }
      .tools select { max-width: 104px; }
      #help, .search kbd { display: none; }
      #theme { margin-left: auto; margin-right: 0; }
      main { flex-direction: column; }
      aside { width: auto; max-height: 42%; border-left: 0; border-top: 1px solid var(--line); padding: 14px 14px 24px; }
      .zoom { left: auto; right: 12px; bottom: 12px; }
      #search { font-size: 16px; }
    }
    @media (prefers-reduced-motion: no-preference) {
      button, select { transition: border-color .15s, background-color .15s; }
    }

    """#
}
