# Sourced by the scripts that check pages or install what that takes: what is needed, and whether it is there.
# shellcheck shell=sh

# Where Debian and Ubuntu put libraries for Node.js, each in a package called node-NAME, or NAME for programs.
node_modules=/usr/share/nodejs

has_page_linter() {
  command -v node >/dev/null || return
  for library in eslint css-tree parse5; do
    [ -d "$node_modules/$library" ] || return
  done
}
