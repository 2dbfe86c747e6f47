/** A language whose source is known by its name, and that no reader understands. */
export interface OtherLanguage {
  /** As coverage and findings name it. */
  readonly name: string
  /** Lower case, with the dot. */
  readonly suffixes: readonly string[]
  /** Programs that run it, as the first line of a script names them, without a version. */
  readonly interpreters?: readonly string[]
  /** Whole names of files, in lower case. */
  readonly names?: readonly string[]
  /** A suffix that languages share: the start of the file must look like this. */
  readonly sign?: RegExp
  /** Its lines are compared with the packs' patterns. */
  readonly text?: TextSyntax
}

/** As much of a language's syntax as telling comments from code takes. */
export interface TextSyntax {
  readonly lineComments: readonly string[]
  /** Where they start and end; one that starts with `=` does so at the start of a line (POD of Perl). */
  readonly blockComments: readonly (readonly [string, string])[]
  /** Longer ones first; strings between those of one character end with the line. */
  readonly quotes: readonly string[]
  /** What stands before the end of a line that the next one goes on with. */
  readonly joinsLinesBy?: string
}

const OF_C: TextSyntax = { lineComments: ['//'], blockComments: [['/*', '*/']], quotes: ['"""', "'''", '"', "'"] }
/** An apostrophe stands for a symbol or a character. */
const OF_SCALA: TextSyntax = { ...OF_C, quotes: ['"""', '"'] }
const OF_PERL: TextSyntax = {
  lineComments: ['#'],
  blockComments: [
    ['=pod', '\n=cut'],
    ['=head', '\n=cut'],
    ['=over', '\n=cut'],
    ['=begin', '\n=cut'],
    ['=for', '\n=cut'],
    ['=encoding', '\n=cut'],
  ],
  quotes: ['"', "'"],
}
const OF_LUA: TextSyntax = {
  lineComments: ['--'],
  blockComments: [
    ['--[[', ']]'],
    ['--[==[', ']==]'],
  ],
  quotes: ['"', "'"],
}
export const OF_SHELL: TextSyntax = { lineComments: ['#'], blockComments: [], quotes: ['"', "'"], joinsLinesBy: '\\' }
const OF_ELIXIR: TextSyntax = { lineComments: ['#'], blockComments: [], quotes: ['"""', '"'] }

/**
 * Languages of source files that no reader understands. Markup, styles, queries and documents are none: what they use
 * is decided elsewhere. To add one: a line here.
 */
export const OTHER_LANGUAGES: readonly OtherLanguage[] = [
  { name: 'perl', text: OF_PERL, suffixes: ['.pl', '.pm', '.psgi', '.cgi', '.t', '.xs'], interpreters: ['perl'] },
  { name: 'scala', text: OF_SCALA, suffixes: ['.scala', '.sc', '.sbt'], interpreters: ['scala', 'scala-cli'] },
  {
    name: 'groovy',
    text: OF_C,
    suffixes: ['.groovy', '.gvy', '.gradle'],
    interpreters: ['groovy'],
    names: ['jenkinsfile'],
  },
  { name: 'dart', text: OF_C, suffixes: ['.dart'], interpreters: ['dart'] },
  {
    name: 'objective-c',
    text: OF_C,
    suffixes: ['.m', '.mm'],
    sign: /^[ \t]*(?:#[ \t]*(?:import|include)|@(?:import|interface|implementation|protocol|class|end))\b/m,
  },
  { name: 'lua', text: OF_LUA, suffixes: ['.lua', '.luau'], interpreters: ['lua', 'luajit', 'texlua'] },
  {
    name: 'shell',
    text: OF_SHELL,
    suffixes: ['.sh', '.bash', '.zsh', '.ksh', '.bats'],
    interpreters: ['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash'],
  },
  { name: 'elixir', text: OF_ELIXIR, suffixes: ['.ex', '.exs'], interpreters: ['elixir'] },
  { name: 'erlang', suffixes: ['.erl', '.hrl', '.escript'], interpreters: ['escript'] },
  { name: 'r', suffixes: ['.r'], interpreters: ['rscript'] },
  { name: 'cobol', suffixes: ['.cob', '.cbl', '.cobol', '.cpy'] },
  { name: 'fortran', suffixes: ['.f', '.for', '.f77', '.f90', '.f95', '.f03', '.f08'] },
  { name: 'pascal', suffixes: ['.pas', '.dpr', '.lpr', '.dfm'] },
  { name: 'ada', suffixes: ['.adb', '.ads'] },
  { name: 'visual-basic', suffixes: ['.vb', '.vbs', '.bas', '.frm'] },
  { name: 'fsharp', suffixes: ['.fs', '.fsx', '.fsi'] },
  { name: 'powershell', suffixes: ['.ps1', '.psm1', '.psd1'], interpreters: ['pwsh'] },
  { name: 'batch', suffixes: ['.bat', '.cmd'] },
  { name: 'haskell', suffixes: ['.hs', '.lhs'], interpreters: ['runhaskell', 'runghc'] },
  { name: 'ocaml', suffixes: ['.ml', '.mli', '.re'], interpreters: ['ocaml'] },
  { name: 'clojure', suffixes: ['.clj', '.cljs', '.cljc'], interpreters: ['bb'] },
  {
    name: 'lisp',
    suffixes: ['.lisp', '.lsp', '.cl', '.el', '.scm', '.rkt'],
    interpreters: ['guile', 'sbcl', 'racket'],
  },
  { name: 'julia', suffixes: ['.jl'], interpreters: ['julia'] },
  { name: 'matlab', suffixes: ['.m', '.mlx'], interpreters: ['octave'] },
  { name: 'nim', suffixes: ['.nim', '.nims'] },
  { name: 'zig', suffixes: ['.zig'] },
  { name: 'crystal', suffixes: ['.cr'], interpreters: ['crystal'] },
  { name: 'd', suffixes: ['.d', '.di'], sign: /^[ \t]*(?:module|import|extern)\b/m },
  { name: 'solidity', suffixes: ['.sol'] },
  { name: 'vyper', suffixes: ['.vy'] },
  { name: 'tcl', suffixes: ['.tcl', '.tk'], interpreters: ['tclsh', 'wish', 'expect'] },
  { name: 'awk', suffixes: ['.awk'], interpreters: ['awk', 'gawk', 'mawk'] },
  { name: 'assembly', suffixes: ['.s', '.asm', '.nasm'] },
  { name: 'verilog', suffixes: ['.v', '.sv', '.svh'] },
  { name: 'vhdl', suffixes: ['.vhd', '.vhdl'] },
  { name: 'webassembly-text', suffixes: ['.wat', '.wast'] },
  { name: 'coffeescript', suffixes: ['.coffee', '.litcoffee'], interpreters: ['coffee'] },
  { name: 'astro', suffixes: ['.astro'] },
  { name: 'jsp', suffixes: ['.jsp', '.jspx', '.jspf'] },
  { name: 'asp', suffixes: ['.asp', '.aspx', '.ascx', '.asmx', '.cshtml', '.razor'] },
  { name: 'erb', suffixes: ['.erb'] },
  { name: 'coldfusion', suffixes: ['.cfm', '.cfc'] },
  { name: 'abap', suffixes: ['.abap'] },
  { name: 'apex', suffixes: ['.apex'] },
  { name: 'pl-sql', suffixes: ['.pls', '.plsql', '.pkb', '.pks'] },
  { name: 'jupyter', suffixes: ['.ipynb'] },
  { name: 'hack', suffixes: ['.hack'] },
  { name: 'haxe', suffixes: ['.hx'] },
  { name: 'gdscript', suffixes: ['.gd'] },
  { name: 'cython', suffixes: ['.pyx', '.pxd', '.pxi'] },
  { name: 'rpg', suffixes: ['.rpg', '.rpgle', '.sqlrpgle', '.clle'] },
  { name: 'sas', suffixes: ['.sas'] },
  { name: 'smalltalk', suffixes: ['.st'] },
  { name: 'actionscript', suffixes: ['.as', '.mxml'] },
  { name: 'move', suffixes: ['.move'] },
  { name: 'cairo', suffixes: ['.cairo'] },
  { name: 'qml', suffixes: ['.qml'] },
  { name: 'metal', suffixes: ['.metal'] },
  { name: 'raku', suffixes: ['.raku', '.rakumod', '.p6'], interpreters: ['raku', 'perl6'] },
  { name: 'rexx', suffixes: ['.rexx', '.rex'] },
]

/** Which understood language the interpreter of a script runs, by its name without a version. */
export const INTERPRETERS: Readonly<Record<string, string>> = {
  python: 'python',
  pypy: 'python',
  node: 'javascript',
  nodejs: 'javascript',
  bun: 'typescript',
  deno: 'typescript',
  'ts-node': 'typescript',
  tsx: 'typescript',
  ruby: 'ruby',
  jruby: 'ruby',
  php: 'php',
  swift: 'swift',
  kotlin: 'kotlin',
}

/** Files that hold other files. */
export const ARCHIVE_SUFFIXES: readonly string[] =
  '.zip .jar .war .ear .aar .apk .ipa .whl .egg .nupkg .gem .tar .tgz .gz .bz2 .tbz2 .xz .txz .zst .7z .rar .deb .rpm .dmg .iso .img .cab .msi .cpio .jmod .phar .crate .xpi .crx .vsix .snap .flatpak .appimage'.split(
    ' ',
  )

/** Programs and libraries that were compiled. */
export const BINARY_SUFFIXES: readonly string[] =
  '.so .dll .exe .o .a .lib .obj .dylib .class .pyc .pyo .pyd .wasm .bin .elf .sys .ko .node .dex .odex .beam .hex .uf2 .efi .rom .fw'.split(
    ' ',
  )

/**
 * What shows that a source file may use cryptography. Long words only, since they are looked for within others: a file
 * in a language that nobody understands is no less open for a word in its comments.
 */
export const CRYPTOGRAPHY_WORDS: readonly string[] = [
  'crypto',
  'crypt::',
  'encrypt',
  'decrypt',
  'cipher',
  'openssl',
  'libsodium',
  'mbedtls',
  'commoncrypto',
  'javax.crypto',
  'java.security.key',
  'java.security.sign',
  'messagedigest',
  'rsa_',
  'rsakey',
  '"rsa"',
  "'rsa'",
  'ecdsa',
  'ecdh',
  'curve25519',
  'ed25519',
  'secp256',
  'secp384',
  'prime256v1',
  'aes-128',
  'aes-256',
  'aes_128',
  'aes_256',
  'aes128',
  'aes256',
  'hmac',
  'sha256',
  'sha-256',
  'pkcs',
  'x509',
  'x.509',
  'keypair',
  'key_pair',
  'keystore',
  'ssh-keygen',
  'jwt',
]
