import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Claim } from '../claim.ts'
import type { Look, Signature, Surface } from '../surface.ts'
import { debianVersionOf } from './debian.ts'
import { splitAtCommas } from './parameter-list.ts'
import { lookAt, quoted, SourceText } from './source-text.ts'

/** Where the headers of `-dev` packages lie. */
const FOLDERS = ['/usr/include', '/usr/include/x86_64-linux-gnu', '/usr/include/aarch64-linux-gnu']
/** The packages whose headers are read, by what `dpkg-query -L` lists. */
const PACKAGES = [
  ...[
    'libssl-dev',
    'libmbedtls-dev',
    'libwolfssl-dev',
    'libgcrypt20-dev',
    'libsodium-dev',
    'nettle-dev',
    'libgnutls28-dev',
  ],
  ...[
    'libnss3-dev',
    'libcurl4-openssl-dev',
    'libssh-dev',
    'libssh2-1-dev',
    'libtomcrypt-dev',
    'libkrb5-dev',
    'libgpgme-dev',
  ],
  ...[
    'libsecp256k1-dev',
    'libjwt-dev',
    'libcjose-dev',
    'libtss2-dev',
    'libp11-kit-dev',
    'libsqlcipher-dev',
    'linux-libc-dev',
  ],
  ...['libcrypto++-dev', 'libbotan-2-dev', 'libpoco-dev', 'libqca-qt5-2-dev', 'qtbase5-dev'],
] as const

interface Headers {
  readonly package: string
  readonly version: string
  readonly text: SourceText
  readonly words: ReadonlySet<string>
}

/**
 * The functions and constants of C headers, and the names of C++ classes and members. A C name has no package in it:
 * the first package that has the name counts, and one that none has cannot be told from one of another library.
 */
export function openHeaders(): Surface {
  const all = PACKAGES.flatMap(readHeaders)
  const find = ({ path, member }: Claim) => {
    const words = [...path.split('.'), ...(member === undefined ? [] : [member])]
    return all.find((one) => words.every((word) => one.words.has(word)))
  }
  return {
    packageOf(claim) {
      const found = find(claim)
      return found && { package: found.package, version: found.version }
    },
    look(claim) {
      const found = find(claim)
      if (found === undefined) return missingIn(all, claim)
      if (claim.kind !== 'call' || claim.path.includes('.')) return { is: 'declared' }
      return functionIn(found.text, claim.path)
    },
  }
}

/** Of `Botan.Foo` it is known that Botan's headers lack it; of a C function, only that no header here has it. */
function missingIn(all: readonly Headers[], { path, member }: Claim): Look {
  const [space = ''] = path.split('.')
  const opened = new RegExp(`\\bnamespace(?:_BEGIN\\()?\\s*${quoted(space)}\\b`, 'i')
  const isTold = path.includes('.') && all.some(({ text }) => text.has(opened))
  if (!isTold) return { is: 'untold' }
  const isThere = all.some(({ words }) => path.split('.').every((word) => words.has(word)))
  return { is: 'missing', isTypeMissing: member !== undefined && !isThere }
}

function functionIn(text: SourceText, name: string): Look {
  // A declaration, or a macro with parameters. A use of it within another macro would be read as one, too.
  const declared = text.lists(new RegExp(`^[^#\\n(]*[\\w*)]\\s*[\\s*(]${quoted(name)}\\)?\\s*(?=\\()`, 'gm'))
  if (declared.length > 0) return lookAt(declared, cSignature)
  const macros = text.lists(new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${quoted(name)}(?=\\()`, 'gm'))
  return macros.length > 0 ? lookAt(macros, cSignature) : { is: 'declared' }
}

function cSignature(list: string): Signature {
  const parts = splitAtCommas(list.replace(/\s+/g, ' ').trim()).filter((part) => part !== 'void')
  const named = parts.filter((part) => part !== '...')
  return {
    parameters: named.map((part) => ({ name: /(\w+)(?:\[\w*\])*$/.exec(part)?.[1] ?? '', type: part })),
    takesMore: parts.includes('...'),
  }
}

function readHeaders(name: string): readonly Headers[] {
  const listed = spawnSync('dpkg-query', ['-L', name], { encoding: 'utf8' })
  if (listed.status !== 0) return []
  const files = listed.stdout
    .split('\n')
    .filter((file) => FOLDERS.some((folder) => file.startsWith(`${folder}/`)) && isHeader(file))
  if (files.length === 0) return []
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return [
    { package: name, version: debianVersionOf(name), text: new SourceText(text), words: new Set(text.match(/\w+/g)) },
  ]
}

function isHeader(file: string): boolean {
  return existsSync(file) && statSync(file).isFile() && (/\.(?:h|hpp|hh)$/.test(file) || !/\.\w+$/.test(file))
}
