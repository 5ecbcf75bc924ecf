" `:compiler ambit`, then `:make` runs `ambit test`, and errors and failures are in the quickfix list.
if exists("current_compiler")
  finish
endif
let current_compiler = "ambit"

CompilerSet makeprg=ambit\ test\ --color\ never\ $*
" The place stands indented below its module. What a build says while it runs (✗) comes again there.
CompilerSet errorformat=%-G✗%.%#,%*[\ ]%f:%l:%c\ \ %m,%*[\ ]%f:%l\ \ %m,%-G%.%#
