/** One line of a .gitignore. */
interface IgnoreRule {
  readonly isNegated: boolean
  readonly onlyFolders: boolean
  readonly matches: (path: string, name: string) => boolean
}

const MAX_RULES = 2_000
const MAX_PATTERN = 300

/** The ignore files of one folder and of those around it, as git reads them (gitignore(5)). */
export class IgnoreRules {
  readonly #rules: readonly IgnoreRule[]
  readonly #folder: string
  readonly #parent: IgnoreRules | undefined

  constructor(folder: string, text: string, parent: IgnoreRules | undefined) {
    this.#folder = folder
    this.#parent = parent
    this.#rules = text.split('\n', MAX_RULES).flatMap((line) => parseLine(line) ?? [])
  }

  /** Whether a path (relative to the scanned root) is left out. The last rule that fits decides; inner files win. */
  ignores(path: string, isFolder: boolean): boolean {
    const own = this.#folder === '' ? path : path.slice(this.#folder.length + 1)
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (let i = this.#rules.length - 1; i >= 0; i -= 1) {
      const rule = this.#rules[i]
      if (rule && (isFolder || !rule.onlyFolders) && rule.matches(own, name)) return !rule.isNegated
    }
    return this.#parent?.ignores(path, isFolder) ?? false
  }
}

function parseLine(line: string): IgnoreRule | undefined {
  const text = line.replace(/(?<!\\)[ \t\r]+$/, '')
  if (text === '' || text.startsWith('#') || text.length > MAX_PATTERN) return undefined
  const isNegated = text.startsWith('!')
  const plain = (isNegated ? text.slice(1) : text).replace(/^\\(?=[#!])/, '')
  const onlyFolders = plain.endsWith('/')
  const pattern = plain.replace(/\/+$/, '')
  if (pattern === '') return undefined
  const isAnchored = pattern.includes('/')
  return { isNegated, onlyFolders, matches: matcherOf(pattern.replace(/^\//, ''), isAnchored) }
}

function matcherOf(pattern: string, isAnchored: boolean): IgnoreRule['matches'] {
  if (!/[*?[\\]/.test(pattern)) return isAnchored ? (path) => path === pattern : (_, name) => name === pattern
  const suffix = /^\*([^*?[\\/]+)$/.exec(pattern)?.[1]
  if (suffix !== undefined && !isAnchored) return (_, name) => name.endsWith(suffix)
  const parts = parseGlob(pattern)
  return isAnchored ? (path) => matchGlob(parts, path) : (_, name) => matchGlob(parts, name)
}

type GlobPart = { readonly one: (char: string) => boolean } | { readonly many: 'name' | 'path' | 'folders' }

const MAX_STARS = 12

/** Takes a pattern apart: characters, `*`, `**`, and `**` with the slash behind it, which may stand for nothing. */
function parseGlob(pattern: string): readonly GlobPart[] {
  const parts: GlobPart[] = []
  let stars = 0
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern.charAt(i)
    if (char === '*') {
      stars += 1
      if (stars > MAX_STARS) return []
      const isDouble = pattern.charAt(i + 1) === '*'
      if (isDouble && pattern.charAt(i + 2) === '/') parts.push({ many: 'folders' })
      else parts.push({ many: isDouble ? 'path' : 'name' })
      i += isDouble ? (pattern.charAt(i + 2) === '/' ? 2 : 1) : 0
    } else if (char === '?') parts.push({ one: (c) => c !== '/' })
    else if (char === '[') {
      const end = pattern.indexOf(']', i + 2)
      if (end < 0) return []
      parts.push({ one: charSet(pattern.slice(i + 1, end)) })
      i = end
    } else {
      const own = char === '\\' ? pattern.charAt(i + 1) : char
      i += char === '\\' ? 1 : 0
      parts.push({ one: (c) => c === own })
    }
  }
  return parts
}

function charSet(text: string): (char: string) => boolean {
  const isNegated = /^[!^]/.test(text)
  const ranges = [...text.slice(isNegated ? 1 : 0).matchAll(/(.)(?:-(.))?/g)].map(([, from = '', to]) => [
    from,
    to ?? from,
  ])
  return (char) => char !== '/' && ranges.some(([from = '', to = '']) => char >= from && char <= to) !== isNegated
}

/** Matches in time proportional to the product of both lengths: the set of places that each part can reach. */
function matchGlob(parts: readonly GlobPart[], text: string): boolean {
  if (parts.length === 0) return false
  let reached = new Uint8Array(text.length + 1)
  reached[0] = 1
  for (const part of parts) {
    const next = new Uint8Array(text.length + 1)
    let isOpen = false
    for (let i = 0; i <= text.length; i += 1) {
      const before = text.charAt(i - 1)
      if ('one' in part) {
        if (i > 0 && reached[i - 1] === 1 && part.one(before)) next[i] = 1
        continue
      }
      if (part.many === 'name' && before === '/' && i > 0) isOpen = false
      if (reached[i] === 1) isOpen = true
      const isEnd = part.many !== 'folders' || reached[i] === 1 || before === '/'
      if (isOpen && isEnd) next[i] = 1
    }
    reached = next
  }
  return reached[text.length] === 1
}
