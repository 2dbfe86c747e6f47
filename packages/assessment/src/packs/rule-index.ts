import type { RuleFile } from './rule-format.ts'
import { membersOf, type Rule } from './rule-schema.ts'

export interface IndexedRule {
  readonly rule: Rule
  readonly library: string
  /** `<pack's language>/<rule id>`. */
  readonly id: string
  /** Types lie within types: where no import tells one, all names that are written must fit. */
  readonly isNested?: true
}

/** A rule that fits, and whether the name it was found by was fully known. */
export interface Match {
  readonly indexed: IndexedRule
  readonly sure: boolean
}

const MAX_EXPANSIONS = 400
const MAX_NESTED = 4

/** The rules of one language, by the names they look for. */
export class RuleIndex {
  readonly #exact = new Map<string, IndexedRule[]>()
  readonly #bySuffix = new Map<string, IndexedRule[]>()
  /** The whole names of nested types, by rule. */
  readonly #wholeNames = new Map<IndexedRule, string[]>()
  readonly #subtypes = new Map<string, string>()
  readonly #aliases = new Map<string, string>()
  /** Every type and module that rules know, so that wildcard imports can be resolved. */
  readonly #owners = new Set<string>()
  readonly #globals = new Set<string>()
  /** By the text under which a map has its value. */
  readonly #entries = new Map<string, IndexedRule[]>()
  /** Members of options that rules look at. */
  readonly #members = new Set<string>()

  add(file: RuleFile, language: string): void {
    for (const [sub, base] of Object.entries(file.subtypes ?? {})) {
      this.#subtypes.set(sub, base)
      this.#owners.add(sub)
    }
    for (const [from, to] of Object.entries(file.aliases ?? {})) this.#aliases.set(from, to)
    for (const name of file.globals ?? []) this.#globals.add(name)
    for (const rule of file.rules) {
      const indexed = {
        rule,
        library: file.library,
        id: `${language}/${rule.id}`,
        ...(file.nested ? { isNested: file.nested } : {}),
      }
      for (const [kind, patterns] of [
        ['', rule.call],
        ['ref ', rule.ref],
        ['cast ', rule.cast],
      ] as const) {
        for (const pattern of (patterns ?? []).flatMap(expandBraces)) this.#addPattern(kind + pattern, indexed)
      }
      for (const key of rule.entry ?? []) append(this.#entries, key, indexed)
      if (rule.returns) this.#owners.add(rule.returns)
      for (const source of [rule.algorithm, ...Object.values(rule.parameters ?? {})]) {
        if (typeof source !== 'object') continue
        for (const name of (membersOf(source) ?? []).flatMap((path) => path.split('.'))) this.#members.add(name)
      }
    }
  }

  #addPattern(key: string, indexed: IndexedRule): void {
    append(this.#exact, key, indexed)
    for (const suffix of suffixesOf(key)) append(this.#bySuffix, suffix, indexed)
    if (indexed.isNested) this.#wholeNames.set(indexed, [...(this.#wholeNames.get(indexed) ?? []), key])
    const path = key.replace(/^(?:new |ref |cast |@)/, '').replace(/#.*$/, '')
    this.#owners.add(path)
    // All that it lies in: in `AES.GCM.seal` a wildcard import must tell `AES` already.
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
      this.#owners.add(path.slice(0, end))
    }
  }

  /** The name that rules use for a path; `node:crypto.createHash` may be `crypto.createHash`. */
  canonical(path: string): string {
    let end = path.length
    while (end > 0) {
      const found = this.#aliases.get(path.slice(0, end))
      if (found !== undefined) return found + path.slice(end)
      end = path.lastIndexOf('.', end - 1)
    }
    return path
  }

  /** Whether a name is there without an import. */
  isGlobal(name: string): boolean {
    return this.#globals.has(name)
  }

  /** Whether a rule looks at such a member of an options object. */
  asksFor(member: string): boolean {
    return this.#members.has(member)
  }

  /** Whether a rule knows something by this name, or within it. */
  knows(path: string): boolean {
    return this.#owners.has(path)
  }

  /** The rules for an entry of any map. */
  ofEntry(key: string): readonly Match[] {
    return (this.#entries.get(key) ?? []).map((indexed) => ({ indexed, sure: true }))
  }

  /** The rules for a key such as `a.B.c`, `a.B#c`, `new a.B`, `ref a.B`. Looks at base types as well. */
  find(key: string, sure: boolean): readonly Match[] {
    const exact = this.#exact.get(key) ?? this.#ofBase(key)
    if (exact !== undefined) return exact.map((indexed) => ({ indexed, sure: sure || !isQualified(key) }))
    if (sure) return []
    const found = (this.#bySuffix.get(lastNames(key)) ?? []).filter((one) => this.#mayMean(one, key))
    // What so many types have says nothing about which one is meant.
    if (found.length > MAX_NESTED && found.some(({ isNested }) => isNested)) return []
    return found.map((indexed) => ({ indexed, sure: false }))
  }

  /** `Curve25519.Signing.PrivateKey` is not `P256.Signing.PrivateKey`, and `PrivateKey` may be anyone's. */
  #mayMean(indexed: IndexedRule, key: string): boolean {
    if (!indexed.isNested) return true
    const name = key.slice(key.indexOf(' ') + 1)
    return name.includes('.') && (this.#wholeNames.get(indexed) ?? []).some((whole) => whole.endsWith(`.${name}`))
  }

  #ofBase(key: string): readonly IndexedRule[] | undefined {
    const hash = key.indexOf('#')
    if (hash < 0) return undefined
    let type = key.slice(0, hash)
    for (let i = 0; i < 8; i += 1) {
      const base = this.#subtypes.get(type)
      if (base === undefined) return undefined
      const found = this.#exact.get(base + key.slice(hash))
      if (found !== undefined) return found
      type = base
    }
    return undefined
  }
}

/** `a.{B,C}.d` as `a.B.d` and `a.C.d`. */
export function expandBraces(pattern: string): readonly string[] {
  const open = pattern.indexOf('{')
  const close = pattern.indexOf('}', open)
  if (open < 0 || close < 0) return [pattern]
  const choices = pattern.slice(open + 1, close).split(',')
  return choices
    .flatMap((choice) => expandBraces(pattern.slice(0, open) + choice.trim() + pattern.slice(close + 1)))
    .slice(0, MAX_EXPANSIONS)
}

function append(map: Map<string, IndexedRule[]>, key: string, indexed: IndexedRule): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [indexed])
  else if (!list.includes(indexed)) list.push(indexed)
}

/** A key without packages: `new B`, `B#c`, `B.c`. A lone function name is too little to go by. */
function suffixesOf(key: string): readonly string[] {
  const short = lastNames(key)
  return short === key || short === '' ? [] : [short]
}

function lastNames(key: string): string {
  const kind = /^(?:new |ref |cast |@)/.exec(key)?.[0] ?? ''
  const path = key.slice(kind.length)
  const hash = path.indexOf('#')
  if (hash >= 0) return kind + path.slice(path.lastIndexOf('.', hash) + 1)
  const parts = path.split(/[./]/)
  // A nested class says too little by its own name: `ECKey.Builder`.
  const count = /^[A-Z]/.test(parts.at(-2) ?? '') ? 2 : 1
  if (kind === 'new ' || kind === 'cast ' || kind === '@') return kind + parts.slice(-count).join('.')
  return parts.length < 2 ? '' : kind + parts.slice(-2).join('.')
}

function isQualified(key: string): boolean {
  return /[.#/]/.test(key)
}
