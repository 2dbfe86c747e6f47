import { RE2JS } from 're2js'

/** A pattern of configuration, ready to be searched for. */
export interface CompiledPattern {
  readonly expression: RE2JS
  /** Whether a group called `value` holds the value. */
  readonly hasValue: boolean
}

/** Why a pattern cannot be used. The message says it to the operator, and quotes nothing but the pattern. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault'
}

/** As `PatternFault` says. */
const MAX_INSTRUCTIONS = 2_000
/** As long as a value may be, in UTF-16 code units. */
const MAX_MATCH = 512
/**
 * How many times longer than its shortest match the longest one may be. Behind a match the search begins anew, so each
 * code unit is looked at as often at most.
 */
const MAX_SPREAD = 64
/** What the tables of one pattern may take, in bytes; what needs more is searched without them. */
const TABLE_BYTES = 1_048_576

/**
 * Compiles a pattern in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax), which is searched for in linear
 * time: it has no backreferences and looks neither ahead nor back. Its matches are bounded.
 *
 * @throws {PatternFault}
 */
export function compilePattern(pattern: string, ignoreCase: boolean): CompiledPattern {
  const expression = compile(pattern, ignoreCase)
  const engine = expression.re2()
  const { shortest, longest } = lengthsOf(engine.prog)
  if (shortest === 0) throw new PatternFault('it matches an empty text')
  if (longest > MAX_MATCH)
    throw new PatternFault(`it may match more than ${MAX_MATCH} characters: write {1,40} in place of +, {0,40} of *`)
  if (longest > MAX_SPREAD * shortest)
    throw new PatternFault(`its longest match is more than ${MAX_SPREAD} times its shortest: bound its repetitions`)
  engine.dfa.stateBudget = TABLE_BYTES
  engine.dfa.memBudget = TABLE_BYTES
  return { expression, hasValue: 'value' in expression.namedGroups() }
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  let expression: RE2JS
  try {
    expression = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (cause) {
    throw new PatternFault(cause instanceof Error ? cause.message : 'it is no regular expression', { cause })
  }
  if (expression.programSize() > MAX_INSTRUCTIONS)
    throw new PatternFault(`it compiles to more than ${MAX_INSTRUCTIONS} instructions`)
  return expression
}

/** What re2js makes of a pattern, as its class `Inst` has it. */
interface Program {
  readonly start: number
  readonly inst: readonly Instruction[]
}

interface Instruction {
  readonly op: number
  /** The next instruction. */
  readonly out: number
  /** The other one, of an alternative. */
  readonly arg: number
  /** Ranges of code points, or one code point. */
  readonly runes: ArrayLike<number>
}

const [ALT, ALT_MATCH, FAIL, MATCH, RUNE, RUNE1, RUNE_ANY, RUNE_ANY_NOT_NL] = [1, 2, 5, 6, 8, 9, 10, 11]

interface Lengths {
  readonly shortest: number
  readonly longest: number
}

const NOTHING: Lengths = { shortest: Number.POSITIVE_INFINITY, longest: Number.NEGATIVE_INFINITY }
const ENDLESS: Lengths = { shortest: 1, longest: Number.POSITIVE_INFINITY }

/** The lengths of the matches of a program, in UTF-16 code units. A program with a loop matches without end. */
function lengthsOf({ start, inst }: Program): Lengths {
  const known = new Map<number, Lengths | 'open'>()
  const from = (at: number): Lengths => {
    const found = known.get(at)
    if (found !== undefined) return found === 'open' ? ENDLESS : found
    known.set(at, 'open')
    const lengths = of(inst[at])
    known.set(at, lengths)
    return lengths
  }
  const of = (instruction: Instruction | undefined): Lengths => {
    if (instruction === undefined || instruction.op === FAIL) return NOTHING
    const { op, out, arg, runes } = instruction
    if (op === MATCH) return { shortest: 0, longest: 0 }
    if (op === ALT || op === ALT_MATCH) {
      const [one, other] = [from(out), from(arg)]
      return {
        shortest: Math.min(one.shortest, other.shortest),
        longest: Math.max(one.longest, other.longest),
      }
    }
    const { shortest, longest } = from(out)
    if (op === RUNE_ANY || op === RUNE_ANY_NOT_NL) return { shortest: shortest + 1, longest: longest + 2 }
    if (op !== RUNE && op !== RUNE1) return { shortest, longest }
    return { shortest: shortest + 1, longest: longest + ((runes[runes.length - 1] ?? 0) > 0xffff ? 2 : 1) }
  }
  return from(start)
}
