/**
 * Measures how deep the expressions of a policy lie in each other, without parsing it: each open bracket counts 3, each
 * link of a chain (`a.b`, `a + b`, `a || b`) and each `if` counts 1. Cedar reads and evaluates expressions by
 * recursion, and its WebAssembly module is broken for good once its stack is full: at about 117 brackets or 350 links.
 */
export function nestingOf(text: string): number {
  const position = new Position()
  for (const [token] of text.matchAll(TOKENS)) {
    if (OPENING.has(token)) position.open()
    else if (CLOSING.has(token)) position.close()
    else if (SEPARATORS.has(token)) position.endChain()
    else if (JUNCTIONS.has(token)) position.addJunction()
    else if (token === 'if') position.addBranch()
    else if (LINKS.has(token)) position.addLink()
  }
  return position.deepest
}

/** Strings and comments stand first, so that nothing in them counts. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|&&|\|\||\w+|\S/gs

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{'])
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}'])
const SEPARATORS: ReadonlySet<string> = new Set([',', ';'])
const JUNCTIONS: ReadonlySet<string> = new Set(['&&', '||'])
const LINKS: ReadonlySet<string> = new Set(['.', '+', '-', '*', '!'])

const BRACKETS = 3

/** Where a reader of the text stands. */
class Position {
  deepest = 0
  #depth = 0
  /** Of each open bracket, and of the text around them: the links of the chain, and all branches so far. */
  readonly #levels = [{ links: 0, branches: 0 }]

  open(): void {
    this.addLink()
    this.#levels.push({ links: 0, branches: 0 })
    this.#deepen(BRACKETS)
  }

  close(): void {
    const closed = this.#levels.length > 1 ? this.#levels.pop() : undefined
    if (closed !== undefined) this.#depth -= BRACKETS + closed.links + closed.branches
  }

  endChain(): void {
    const level = this.#levels.at(-1)
    if (level === undefined) return
    this.#depth -= level.links
    level.links = 0
  }

  /** A chain of them lies as deep as it is long; what stands between two of them begins anew. */
  addJunction(): void {
    this.endChain()
    this.addBranch()
  }

  addLink(): void {
    const level = this.#levels.at(-1)
    if (level !== undefined) level.links += 1
    this.#deepen(1)
  }

  addBranch(): void {
    const level = this.#levels.at(-1)
    if (level !== undefined) level.branches += 1
    this.#deepen(1)
  }

  #deepen(by: number): void {
    this.#depth += by
    this.deepest = Math.max(this.deepest, this.#depth)
  }
}
