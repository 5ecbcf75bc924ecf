/// What stands in the page before its script fills it: the frame, with roles and labels, and words for those who
/// let no scripts run.
enum GraphPageBody {
  static let text = #"""
    <body>
    <a class="skip" href="#details">Skip to details</a>
    <header class="bar">
      <div class="heading">
        <h1 id="title"></h1>
        <p id="summary"></p>
      </div>
      <div class="search" role="search">
        <input id="search" type="search" role="combobox" autocomplete="off" spellcheck="false"
          aria-label="Search modules, teams and tags" aria-controls="results" aria-expanded="false"
          aria-autocomplete="list" placeholder="Search modules, teams, tags">
        <kbd aria-hidden="true">/</kbd>
        <ul id="results" role="listbox" aria-label="Search results" hidden></ul>
      </div>
      <div class="tools">
        <label>Show <select id="view"></select></label>
        <label>Colour <select id="coloring"></select></label>
        <label class="check" id="only-label"><input id="only" type="checkbox"> Affected only</label>
        <button id="theme" type="button" aria-label="Switch between light and dark"></button>
        <button id="help" type="button" aria-label="Keyboard help">?</button>
      </div>
    </header>
    <main>
      <div class="stage">
        <canvas id="canvas" tabindex="0" role="application" aria-roledescription="module graph"
          aria-describedby="keys-hint" aria-label="Module graph"></canvas>
        <p id="keys-hint" class="unseen">Arrow keys go from module to module: right to what it depends on, left to
          what depends on it. Enter moves to the details, slash searches, question mark lists all keys.</p>
        <div class="zoom" role="group" aria-label="Zoom">
          <button id="zoom-in" type="button" aria-label="Zoom in">+</button>
          <button id="zoom-out" type="button" aria-label="Zoom out">&minus;</button>
          <button id="zoom-fit" type="button" aria-label="Show everything">Fit</button>
        </div>
        <div id="tip" role="presentation" hidden></div>
        <noscript><p class="noscript">This page draws the graph with a script of its own.
          <code>ambit graph --format svg</code> draws it without.</p></noscript>
      </div>
      <aside id="details" tabindex="-1" aria-label="Details"></aside>
    </main>
    <div id="live" class="unseen" role="status" aria-live="polite"></div>
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        <dt><kbd>/</kbd></dt><dd>search</dd>
        <dt><kbd>&rarr;</kbd></dt><dd>to a dependency</dd>
        <dt><kbd>&larr;</kbd></dt><dd>to a dependent</dd>
        <dt><kbd>&uarr;</kbd> <kbd>&darr;</kbd></dt><dd>to the next one above or below</dd>
        <dt><kbd>Shift</kbd> + arrows</dt><dd>move the drawing</dd>
        <dt><kbd>+</kbd> <kbd>&minus;</kbd></dt><dd>zoom</dd>
        <dt><kbd>0</kbd></dt><dd>show everything</dd>
        <dt><kbd>n</kbd> <kbd>p</kbd></dt><dd>next and previous affected module</dd>
        <dt><kbd>Enter</kbd></dt><dd>to the details</dd>
        <dt><kbd>Esc</kbd></dt><dd>back, and out of the selection</dd>
      </dl>
      <form method="dialog"><button>Close</button></form>
    </dialog>
    """#
}
