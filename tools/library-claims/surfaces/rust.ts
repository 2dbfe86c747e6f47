import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Claim } from '../claim.ts'
import type { Look, Surface } from '../surface.ts'
import { debianPackageOf } from './debian.ts'
import { lookAt, namesFirst, quoted, SourceText } from './source-text.ts'

/** Where Debian puts the sources of crates. */
const REGISTRY = '/usr/share/cargo/registry'

interface Crate {
  readonly folder: string
  readonly text: SourceText
}

/**
 * The names of Rust crates, from their sources. Re-exports, traits and macros lead from a path to its declaration in
 * too many ways: it is enough that the crate declares the type and a function of the name.
 */
export function openRust(): Surface {
  const crates = new Map<string, Crate | undefined>()
  const find = (path: string) => {
    const [name = ''] = path.split('.')
    if (!crates.has(name)) crates.set(name, readCrate(name))
    return crates.get(name)
  }
  return {
    packageOf(claim) {
      const crate = find(claim.path)
      return crate === undefined ? undefined : debianPackageOf(join(crate.folder, 'Cargo.toml'))
    },
    look(claim) {
      const crate = find(claim.path)
      return crate === undefined ? { is: 'untold' } : lookIn(crate.text, claim)
    },
  }
}

function lookIn(text: SourceText, { path, member, kind }: Claim): Look {
  const parts = path.split('.')
  const owner = (member === undefined ? parts.at(-2) : parts.at(-1)) ?? ''
  const name = member ?? parts.at(-1) ?? ''
  const isWord = (word: string) => text.has(new RegExp(`\\b${quoted(word)}\\b`))
  if (parts.length > 1 && !isWord(owner) && owner !== parts[0])
    return { is: 'missing', isTypeMissing: member !== undefined }
  if (kind === 'ref' || kind === 'property' || kind === 'new') return { is: isWord(name) ? 'declared' : 'missing' }
  const lists = text.lists(new RegExp(`\\bfn ${quoted(name)}(?:<[^{(]*>)?`, 'g'))
  if (lists.length > 0)
    return lookAt(lists, (list) => namesFirst(list, (part) => /^&?(?:'\w+ )?(?:mut )?self\b/.test(part)))
  // Declared by a macro, derived, or of a trait of another crate.
  return { is: isWord(name) ? 'untold' : 'missing' }
}

function readCrate(name: string): Crate | undefined {
  const names = [name, name.replaceAll('_', '-')]
  const folders = existsSync(REGISTRY) ? readdirSync(REGISTRY) : []
  const folder = folders.find((one) => names.includes(one.replace(/-\d[\w.+-]*$/, '')))
  if (folder === undefined) return undefined
  const path = join(REGISTRY, folder)
  const sources = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs'))
  return {
    folder: path,
    text: new SourceText(sources.map((file) => readFileSync(join(path, file), 'utf8')).join('\n')),
  }
}
