import { judge, type Use } from '../findings/judge.ts'
import type { Detection } from '../model/detection.ts'
import type { KnowledgeBase } from '../packs/knowledge-base.ts'
import type { Judgement } from '../packs/knowledge-entry.ts'
import type { CryptoCase, ExpectedUse } from './crypto-cases.ts'

/** What a mark may state of a use, and of which the scanner can be right or wrong. */
export const STATED_PARAMETERS = ['keySize', 'curve', 'mode', 'padding', 'hash'] as const
export type StatedParameter = (typeof STATED_PARAMETERS)[number]

/** The marks of one family on one line, and what was found there of that family. */
export interface MarkedPlace {
  readonly file: string
  readonly line: number
  readonly algorithm: string
  readonly marks: readonly ExpectedUse[]
  readonly detections: readonly Detection[]
}

/** Brings marks and findings together by file, line and family. Findings without a mark are left out. */
export function markedPlaces({ expected }: CryptoCase, detections: readonly Detection[]): readonly MarkedPlace[] {
  const keyOf = ({ file, line, algorithm }: Pick<ExpectedUse, 'file' | 'line' | 'algorithm'>) =>
    `${file}:${line} ${algorithm}`
  const found = Map.groupBy(detections, keyOf)
  return [...Map.groupBy(expected, keyOf)].flatMap(([key, marks]) => {
    const [first] = marks
    if (first === undefined) return []
    const { file, line, algorithm } = first
    return [{ file, line, algorithm, marks, detections: found.get(key) ?? [] }]
  })
}

/** The values that a mark states; empty where it states none or says that there is none. */
function statedValues({ parameters }: ExpectedUse, name: string): readonly string[] {
  const value = parameters[name]
  return value === undefined || value === NONE ? [] : value.split(OR)
}

const NONE = 'none'
const OR = '|'

/** `unmarked`: no mark speaks of it. `none-kept`, `none-broken`: the marks say that there is none. */
type ParameterOutcome = 'right' | 'wrong' | 'unsaid' | 'unmarked' | 'none-kept' | 'none-broken'

/**
 * Whether what was found at a place says of a parameter what the marks state. Where every mark of the place states it,
 * nothing else may be said; where one leaves it open, the stated values must be among those that are said.
 */
export function parameterOutcome(place: MarkedPlace, name: StatedParameter): ParameterOutcome {
  const said = new Set(place.detections.flatMap((one) => saidValue(one, name) ?? []))
  const stated = place.marks.map((mark) => statedValues(mark, name)).filter((values) => values.length > 0)
  if (stated.length === 0) {
    if (!place.marks.some(({ parameters }) => parameters[name] === NONE)) return 'unmarked'
    return said.size > 0 ? 'none-broken' : 'none-kept'
  }
  if (said.size === 0) return 'unsaid'
  const allowed = new Set(stated.flat())
  const isAllowed = (value: string) => allowed.has(value)
  const isRight = stated.length === place.marks.length ? [...said].every(isAllowed) : [...said].some(isAllowed)
  return isRight ? 'right' : 'wrong'
}

/** What a finding says of a parameter, written as in marks; a hash family may carry its length as parameter set. */
export function saidValue({ algorithm, parameters }: Detection, name: StatedParameter): string | undefined {
  const isHash = name === 'hash' && algorithm.startsWith('SHA-')
  const value = parameters[name] ?? (isHash ? parameters.parameterSet : undefined)
  return value === undefined ? undefined : String(value).replaceAll(' ', '_')
}

/**
 * Whether each finding at a place has the verdict that follows from the marks; `undefined` where the knowledge base
 * does not know the family. Where the stated values lead to several verdicts, each of them is right, and so is
 * `Indeterminate`. A place where nothing was found is wrong.
 */
export function isVerdictRight(knowledge: Pick<KnowledgeBase, 'find'>, place: MarkedPlace): boolean | undefined {
  const entry = knowledge.find(place.algorithm)
  if (entry === undefined) return undefined
  const verdictOf = (use: Use): Judgement['cnsa2'] => judge(entry, use).cnsa2
  return (
    place.detections.length > 0 &&
    place.detections.every((detection) => {
      const { algorithm, role } = detection
      const allowed = new Set(
        place.marks.flatMap((mark) =>
          combinations(mark).map((parameters) => verdictOf({ algorithm, role, parameters })),
        ),
      )
      if (allowed.size > 1) allowed.add('Indeterminate')
      return allowed.has(verdictOf(detection))
    })
  )
}

/** Every use that a mark with alternatives describes: `keySize=128|256` is two. */
function combinations(mark: ExpectedUse): Use['parameters'][] {
  let uses: Use['parameters'][] = [{}]
  for (const name of ['keySize', 'curve', 'mode', 'padding', 'hash', 'parameterSet']) {
    const values = statedValues(mark, name)
    if (values.length === 0) continue
    uses = uses.flatMap((use) =>
      values.map((value) => ({ ...use, [name]: name === 'keySize' ? Number(value) : value.replaceAll('_', ' ') })),
    )
  }
  return uses
}
