extension GraphPageStyle {
  /// The bar above, the canvas and what lies upon it.
  static let frame = #"""
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; overflow: hidden; background: var(--ground); color: var(--ink);
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "Noto Sans", Arial, sans-serif;
    }
    h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    [hidden] { display: none !important; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .skip { position: absolute; left: 8px; top: -60px; z-index: 9; padding: 8px 12px; background: var(--raised); }
    .skip:focus { top: 8px; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    kbd {
      padding: 0 6px; border: 1px solid var(--line); border-radius: 5px; background: var(--ground);
      color: var(--dim); font: 12px/18px ui-monospace, Menlo, Consolas, monospace;
    }

    .bar {
      display: flex; flex-wrap: wrap; align-items: center; gap: 10px 20px; padding: 10px 16px; z-index: 3;
      background: var(--raised); border-bottom: 1px solid var(--line);
    }
    .heading { min-width: 0; }
    h1 { font-size: 16px; line-height: 1.3; }
    #summary { color: var(--dim); font-size: 13px; }
    .search { position: relative; flex: 1 1 240px; max-width: 460px; margin-left: auto; }
    .search kbd { position: absolute; right: 9px; top: 8px; pointer-events: none; }
    .search:focus-within kbd { display: none; }
    #search {
      width: 100%; height: 34px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px;
      background: var(--ground); color: inherit; font: inherit;
    }
    #results {
      position: absolute; left: 0; right: 0; top: 40px; max-height: min(60vh, 430px); overflow: auto; padding: 4px;
      border: 1px solid var(--line); border-radius: 10px; background: var(--raised);
      box-shadow: 0 10px 30px var(--shadow);
    }
    #results li { display: flex; align-items: center; gap: 8px; padding: 5px 8px; border-radius: 6px; cursor: pointer; }
    #results li[aria-selected="true"] { background: var(--accent); color: var(--raised); }
    #results li[aria-selected="true"] small { color: inherit; }
    #results span { flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    #results small {
      flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--dim);
      text-align: right;
    }
    #results .none { color: var(--dim); cursor: default; }

    .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; color: var(--dim); font-size: 13px; }
    .tools label { display: flex; align-items: center; gap: 6px; white-space: nowrap; }
    .tools .check { color: var(--ink); }
    select, button {
      height: 32px; padding: 0 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
      color: var(--ink); font: inherit; font-size: 13px; cursor: pointer;
    }
    button:hover, select:hover { border-color: var(--dim); }
    #theme, #help { width: 32px; padding: 0; text-align: center; }
    #theme { margin-right: -6px; font-size: 15px; }

    main { display: flex; flex: 1; min-height: 0; }
    .stage { position: relative; flex: 1; min-width: 0; overflow: hidden; }
    #canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; }
    #canvas:focus-visible { outline-offset: -3px; }
    #canvas.over { cursor: pointer; }
    #canvas.drag { cursor: grabbing; }
    .zoom { position: absolute; left: 16px; bottom: 16px; display: flex; box-shadow: 0 2px 10px var(--shadow); border-radius: 8px; }
    .zoom button { min-width: 36px; border-radius: 0; border-right-width: 0; }
    .zoom button:first-child { border-radius: 8px 0 0 8px; }
    .zoom button:last-child { border-radius: 0 8px 8px 0; border-right-width: 1px; }
    #tip {
      position: absolute; left: 0; top: 0; max-width: 340px; padding: 6px 10px; border-radius: 8px; pointer-events: none;
      background: var(--ink); color: var(--ground); font-size: 12.5px; overflow-wrap: anywhere; z-index: 2;
    }
    .noscript { padding: 40px; }
    dialog {
      padding: 20px 24px; border: 1px solid var(--line); border-radius: 14px; background: var(--raised);
      color: var(--ink); box-shadow: 0 20px 60px var(--shadow);
    }
    dialog::backdrop { background: #0006; }
    dialog h2 { font-size: 16px; margin-bottom: 12px; }
    dialog dl { display: grid; grid-template-columns: auto auto; gap: 7px 20px; margin-bottom: 16px; }

    """#
}
