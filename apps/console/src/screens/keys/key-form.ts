import type { ApiKey, KeyOrder } from '../../api/keys.ts'
import { z } from '../../api/zod.ts'
import { KEY_LIMITS, type KeyLimit } from '../../app/key-limits.ts'

const WIRES = ['chat', 'embeddings', 'responses', 'messages', 'mcp'] as const
const MAX_DAYS = 366

/** Limits as somebody writes them; an empty text is no limit. */
export type LimitTexts = Readonly<Record<KeyLimit, string>>

const NO_LIMITS: LimitTexts = {
  ...{ requests_per_minute: '', tokens_per_minute: '', tokens_per_day: '', tokens_per_month: '' },
  ...{ cost_per_day: '', cost_per_month: '' },
}

const formShape = z.object({
  name: z.string(),
  holder: z.enum(['me', 'user', 'service']),
  subject: z.string(),
  days: z.string(),
  models: z.string(),
  wires: z.array(z.enum(WIRES)),
  limits: z.record(z.string(), z.string()),
})

/** A key as it is being asked for. */
export interface KeyForm extends Omit<z.output<typeof formShape>, 'limits'> {
  readonly limits: LimitTexts
}

/** The names of wires, in the order in which they are shown. */
export const KEY_WIRES: readonly { readonly value: (typeof WIRES)[number]; readonly label: string }[] = [
  { value: 'chat', label: 'Chat completions' },
  { value: 'responses', label: 'Responses' },
  { value: 'messages', label: 'Messages' },
  { value: 'embeddings', label: 'Embeddings' },
  { value: 'mcp', label: 'Tools of MCP servers' },
]

/** What the writing begins with. */
export function beginKey(holder: KeyForm['holder']): KeyForm {
  return { name: '', holder, subject: '', days: '90', models: '', wires: [...WIRES], limits: NO_LIMITS }
}

/** Reads what was written before; undefined where there is nothing, or nothing of this form. */
export function readKeyForm(draft: string): KeyForm | undefined {
  if (draft === '') return undefined
  try {
    const form = formShape.safeParse(JSON.parse(draft)).data
    return form && { ...form, limits: { ...NO_LIMITS, ...form.limits } }
  } catch {
    return undefined
  }
}

/** What is wrong, by field. */
export type KeyFaults = Readonly<Partial<Record<'name' | 'subject' | 'days' | 'wires' | KeyLimit, string>>>

/** Reads a form: the order, where nothing is wrong. */
export function keyOrderOf(form: KeyForm): { readonly order?: KeyOrder; readonly faults: KeyFaults } {
  const { holder, wires } = form
  const [name, subject, days] = [form.name.trim(), form.subject.trim(), Number(form.days)]
  const { limits, faults: wrong } = readLimits(form.limits)
  const faults: KeyFaults = {
    ...wrong,
    ...(name === '' && { name: 'Say what it is for, so that it is known in the list.' }),
    ...(holder !== 'me' && subject === '' && { subject: 'Name the subject, as lists and the audit trail do.' }),
    ...(!(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) && { days: 'From 1 to 366 days.' }),
    ...(wires.length === 0 && { wires: 'Choose at least one.' }),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const models = form.models.split(',').flatMap((model) => model.trim() || [])
  const order: KeyOrder = {
    ...{ name, expires_in_days: days },
    ...(holder === 'user' && { user: subject }),
    ...(holder === 'service' && { service: subject }),
    ...(models.length > 0 && { models }),
    ...(wires.length < WIRES.length && { wires }),
    ...limits,
  }
  return { order, faults: {} }
}

/** Writes the limits that a key has, to be changed. */
export function limitTexts(key: Pick<ApiKey, KeyLimit>): LimitTexts {
  const texts = Object.fromEntries(KEY_LIMITS.map(([name]) => [name, key[name]?.toString() ?? '']))
  return { ...NO_LIMITS, ...texts }
}

/** Reads limits that were written before; undefined where there are none. */
export function readLimitTexts(draft: string): LimitTexts | undefined {
  try {
    const texts = z.record(z.string(), z.string()).safeParse(JSON.parse(draft)).data
    return texts && { ...NO_LIMITS, ...texts }
  } catch {
    return undefined
  }
}

type Changes = { -readonly [Limit in KeyLimit]?: number | null }

/** Reads what shall become of limits: those that are other ones, with null for one that is taken away. */
export function changesOf(key: Pick<ApiKey, KeyLimit>, texts: LimitTexts) {
  const { limits, faults } = readLimits(texts)
  const changes: Changes = {}
  for (const [name] of KEY_LIMITS) if (limits[name] !== key[name]) changes[name] = limits[name] ?? null
  return { changes, faults }
}

function readLimits(texts: LimitTexts) {
  const limits: { -readonly [Limit in KeyLimit]?: number } = {}
  const faults: { -readonly [Limit in KeyLimit]?: string } = {}
  for (const [name] of KEY_LIMITS) {
    const text = texts[name].replaceAll(/[\s,_]/g, '')
    if (text === '') continue
    const limit = Number(text)
    const isMoney = name.startsWith('cost')
    if (Number.isFinite(limit) && (isMoney ? limit >= 0 : Number.isInteger(limit) && limit >= 1)) limits[name] = limit
    else faults[name] = isMoney ? 'A number, 0 or more.' : 'A whole number, 1 or more.'
  }
  return { limits, faults }
}
