import type { Language } from 'web-tree-sitter'

/*
 * What a compiled grammar says of its nodes, read out of the memory that it runs in: `TSLanguage` of tree-sitter's
 * `lib/src/parser.h` at ABI 14 and 15, as compiled for 32-bit WebAssembly.
 */

/** Places in `TSLanguage`, in bytes. */
const LANGUAGE = {
  symbolCount: 4,
  aliasCount: 8,
  productionCount: 28,
  fieldCount: 32,
  maxAliases: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  publicSymbols: 76,
  aliasSequences: 84,
} as const
/** `TSFieldMapEntry`: field (16 bits), place of the child (8 bits), whether it is inherited (8 bits). */
const FIELD_ENTRY_BYTES = 4
/** `TSMapSlice`: where the entries of a production begin, and how many they are (16 bits each). */
const FIELD_SLICE_BYTES = 4
/** `ts_builtin_sym_error`: of no grammar. */
const ERROR_SYMBOL = 0xffff

/** Of a node's symbol. */
interface SymbolFacts {
  readonly type: string
  /** Whether its nodes are named where it stands as an alias. */
  readonly isNamed: boolean
  readonly isComment: boolean
}

const ERROR: SymbolFacts = { type: 'ERROR', isNamed: true, isComment: false }

/** The tables of one grammar that turn a stored node into one with a type and a field. */
export class GrammarTables {
  readonly #symbols: readonly SymbolFacts[]
  readonly #fieldNames: readonly (string | undefined)[]
  readonly #aliases: Uint16Array
  readonly #aliasWidth: number
  /** Field numbers by production and child. */
  readonly #fields: readonly Uint16Array[]

  /** `address`: where the grammar's `TSLanguage` stands in `memory`. */
  constructor(language: Language, memory: DataView, address: number) {
    const uint32 = (place: number): number => memory.getUint32(address + place, true)
    const symbolCount = uint32(LANGUAGE.symbolCount) + uint32(LANGUAGE.aliasCount)
    const publicSymbols = uint32(LANGUAGE.publicSymbols)
    this.#symbols = Array.from({ length: symbolCount }, (_, symbol) => {
      const shown = memory.getUint16(publicSymbols + 2 * symbol, true)
      const type = language.types[shown] ?? 'ERROR'
      return { type, isNamed: language.nodeTypeIsNamed(symbol), isComment: type.endsWith('comment') }
    })
    this.#fieldNames = language.fields.map((name) => name ?? undefined)
    const productions = uint32(LANGUAGE.productionCount)
    this.#aliasWidth = memory.getUint16(address + LANGUAGE.maxAliases, true)
    const sequences = uint32(LANGUAGE.aliasSequences)
    this.#aliases = Uint16Array.from({ length: productions * this.#aliasWidth }, (_, i) =>
      memory.getUint16(sequences + 2 * i, true),
    )
    const hasFields = uint32(LANGUAGE.fieldCount) > 0
    const slices = uint32(LANGUAGE.fieldSlices)
    const entries = uint32(LANGUAGE.fieldEntries)
    this.#fields = Array.from({ length: hasFields ? productions : 0 }, (_, production) =>
      fieldsOf(memory, entries, slices + FIELD_SLICE_BYTES * production),
    )
  }

  symbol(symbol: number): SymbolFacts {
    return symbol === ERROR_SYMBOL ? ERROR : (this.#symbols[symbol] ?? ERROR)
  }

  fieldName(field: number): string | undefined {
    return this.#fieldNames[field]
  }

  /** The symbol that a production gives to its child of that place; 0 for none. */
  alias(production: number, child: number): number {
    return production === 0 ? 0 : (this.#aliases[production * this.#aliasWidth + child] ?? 0)
  }

  /** The field that a child of that place fills; 0 for none. */
  field(production: number, child: number): number {
    return this.#fields[production]?.[child] ?? 0
  }
}

/** Of several entries for a child the first counts; inherited ones belong to a node further in. */
function fieldsOf(memory: DataView, entries: number, slice: number): Uint16Array {
  const first = memory.getUint16(slice, true)
  const count = memory.getUint16(slice + 2, true)
  const found = new Map<number, number>()
  for (let i = first; i < first + count; i += 1) {
    const entry = entries + FIELD_ENTRY_BYTES * i
    const child = memory.getUint8(entry + 2)
    const isInherited = memory.getUint8(entry + 3) !== 0
    if (!isInherited && !found.has(child)) found.set(child, memory.getUint16(entry, true))
  }
  const fields = new Uint16Array(Math.max(-1, ...found.keys()) + 1)
  for (const [child, field] of found) fields[child] = field
  return fields
}
