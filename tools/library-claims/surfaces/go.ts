import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Claim } from '../claim.ts'
import type { Look, Signature, Surface } from '../surface.ts'
import { debianPackageOf } from './debian.ts'
import { lookAt, namesFirst, quoted, SourceText } from './source-text.ts'

/** Where Debian puts the sources of the standard library and of packages. */
const ROOTS = ['/usr/share/go-1.19/src', '/usr/share/gocode/src']

interface GoPackage {
  readonly folder: string
  readonly text: SourceText
}

/** The exported names of Go packages, from their sources. */
export function openGo(): Surface {
  const packages = new Map<string, GoPackage | undefined>()
  const find = (path: string): { readonly found: GoPackage; readonly rest: readonly string[] } | undefined => {
    // Behind the last slash the first point ends the import path: `github.com/a/b/v5.Name`.
    const slash = path.lastIndexOf('/')
    const [name = '', ...rest] = path.slice(slash + 1).split('.')
    const imported = path.slice(0, slash + 1) + name
    if (!packages.has(imported)) packages.set(imported, readPackage(imported))
    const found = packages.get(imported)
    return found && { found, rest }
  }
  return {
    packageOf(claim) {
      const folder = find(claim.path)?.found.folder
      const [file] = folder === undefined ? [] : sourcesIn(folder)
      return file === undefined ? undefined : debianPackageOf(file)
    },
    look(claim) {
      const package_ = find(claim.path)
      return package_ === undefined ? { is: 'untold' } : lookIn(package_.found.text, package_.rest, claim)
    },
  }
}

function lookIn(text: SourceText, rest: readonly string[], { kind, member }: Claim): Look {
  const [first = '', second] = rest
  const name = quoted(first)
  const isType = text.has(
    new RegExp(
      `^(?:type|\\t)\\s*${name}\\s*(?:\\[[^\\]]*\\]\\s*)?(?:=\\s*)?(?:struct|interface|func|\\w|\\*|\\[)`,
      'm',
    ),
  )
  if (member !== undefined || second !== undefined) {
    const method = member ?? second ?? ''
    if (!isType && member !== undefined) return { is: 'missing', isTypeMissing: true }
    if (kind === 'property') return { is: 'untold' }
    const receiver = text.lists(
      new RegExp(`^func \\([^)]*?\\*?${name}(?:\\[[^\\]]*\\])?\\) ${quoted(method)}(?:\\[[^\\]]*\\])?`, 'gm'),
    )
    if (receiver.length > 0) return lookAt(receiver, goSignature)
    // Of an interface, of an embedded type, or of the type behind a variable.
    const any = text.lists(new RegExp(`^(?:\\t|func \\([^)]*\\) )${quoted(method)}(?=\\()`, 'gm'))
    return any.length > 0 ? lookAt(any, goSignature) : { is: member === undefined ? 'untold' : 'missing' }
  }
  if (kind === 'new') return isType ? { is: 'declared' } : { is: 'missing' }
  const functions = text.lists(new RegExp(`^func ${name}(?:\\[[^\\]]*\\])?`, 'gm'))
  if (functions.length > 0) return lookAt(functions, goSignature)
  const isValue = text.has(new RegExp(`^(?:var |const |\\t)(?:[\\w, ]+, )?${name}\\b`, 'm'))
  return isValue || isType ? { is: 'declared' } : { is: 'missing' }
}

function goSignature(list: string): Signature {
  return namesFirst(list, () => false)
}

function readPackage(imported: string): GoPackage | undefined {
  const folder = ROOTS.map((root) => join(root, imported)).find(
    (path) => existsSync(path) && sourcesIn(path).length > 0,
  )
  if (folder === undefined) return undefined
  return {
    folder,
    text: new SourceText(
      sourcesIn(folder)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    ),
  }
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => join(folder, name))
}
