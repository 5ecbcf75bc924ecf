/// How the page looks: by light and by dark, on a screen and on a phone.
enum ChangeStyle {
  static let text = """
    :root { --ground: #f6f7f9; --sheet: #fff; --ink: #1b2027; --dim: #59636f; --line: #dce1e7; --code: #eef1f4;
      --link: #0a5cb8; --good: #17703a; --bad: #b3261e; --note: #fff6dc; --edge: #b98900; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #0f1318; --sheet: #171c23; --ink: #e4e8ee; --dim: #98a3b0; --line: #2b333d; --code: #222a33;
        --link: #6fb1ff; --good: #5fce87; --bad: #ff8a80; --note: #2b2410; --edge: #c79a1f; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
    h2 { font-size: 1.2rem; margin: 0 0 .75rem; }
    h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
    h4 { font-size: 1rem; margin: .75rem 0 .25rem; }
    h2 + h3 { margin-top: 0; }
    p { margin: .25rem 0; overflow-wrap: anywhere; }
    section { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem;
      margin-top: 1.25rem; }
    code, pre { font: .86em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    code { background: var(--code); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
    pre { background: var(--code); border-radius: 6px; padding: .75rem; margin: .25rem 0 .75rem; overflow-x: auto;
      white-space: pre-wrap; overflow-wrap: anywhere; }
    a { color: inherit; text-decoration: none; }
    a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .dim, footer { color: var(--dim); }
    .good { color: var(--good); }
    .bad { color: var(--bad); }
    .note { background: var(--note); border-left: 4px solid var(--edge); border-radius: 4px; padding: .6rem .9rem;
      margin-top: 1rem; }
    .figures { list-style: none; margin: 1.25rem 0 0; padding: 0; display: grid; gap: .6rem;
      grid-template-columns: repeat(auto-fill, minmax(7.4rem, 1fr)); }
    .figures a { display: block; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px;
      padding: .6rem .8rem; height: 100%; }
    .figures a:hover { border-color: var(--link); }
    .figures b { display: block; font-size: 1.35rem; line-height: 1.3; }
    .figures span { display: block; color: var(--dim); font-size: .84rem; line-height: 1.3; }
    table { width: 100%; border-collapse: collapse; font-size: .93rem; }
    th { text-align: left; color: var(--dim); font-weight: 600; font-size: .82rem; }
    th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    td:first-child { min-width: 12rem; }
    details { margin-top: 1rem; }
    h2 + details { margin-top: 0; }
    summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
    footer { margin-top: 1.5rem; font-size: .86rem; }
    @media (max-width: 44rem) {
      main { padding: 1rem .75rem 3rem; }
      section { padding: 1rem .9rem; }
      .figures { grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); }
      thead { display: none; }
      table, tbody, tr, td { display: block; }
      tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
      td { border: 0; padding: .1rem 0; }
      td:empty { display: none; }
      td[data-l]::before { content: attr(data-l) ": "; color: var(--dim); font-size: .86em; }
    }
    @media print { section, .figures a { break-inside: avoid; } body { background: #fff; } }
    """
}
