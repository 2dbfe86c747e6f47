import { z } from '../../api/zod.ts'

/** What one side says in a held request. */
interface Said {
  readonly speaker: string
  readonly text: string
}

const part = z.object({ text: z.string() })
const call = z.object({ name: z.string(), arguments: z.unknown().optional(), input: z.unknown().optional() })
const content = z.union([z.string(), z.array(z.unknown())])
const message = z.object({
  role: z.string().default('user'),
  content: content.nullish(),
  tool_calls: z.array(z.object({ function: call })).nullish(),
})
const shape = z.object({
  messages: z.array(z.unknown()).optional(),
  input: z.union([z.string(), z.array(z.unknown())]).optional(),
  instructions: z.string().nullish(),
  system: content.nullish(),
})

/**
 * Reads who says what in a request, or in an answer as it would stand in one, of chat completions, Responses or
 * Messages. What it cannot read it names instead of leaving it out; the whole is shown beside it.
 */
export function readContent(request: unknown): Said[] {
  const parsed = shape.safeParse(request)
  if (!parsed.success) return []
  const { messages, input, instructions, system } = parsed.data
  if (messages === undefined && input === undefined) return [readTurn(request)]
  const turns = typeof input === 'string' ? [{ role: 'user', content: input }] : [...(messages ?? []), ...(input ?? [])]
  return [
    ...[instructions, system].flatMap((text) => (text ? [{ speaker: 'instructions', text: textOf(text) }] : [])),
    ...turns.map(readTurn),
  ]
}

function readTurn(turn: unknown): Said {
  const parsed = message.safeParse(turn)
  const { role, content: said, tool_calls: calls } = parsed.data ?? { role: 'other' }
  const texts = [
    ...(said == null ? [] : [textOf(said)]),
    ...(calls ?? []).map((one) => wordsOf(one.function)),
    // An item of Responses is a call by itself.
    ...(said == null && calls == null ? [textOfPart(turn)] : []),
  ]
  return { speaker: said == null && calls == null ? 'other' : role, text: texts.join('\n') || NOT_TEXT }
}

const NOT_TEXT = '[something else than text: see the whole request]'

function textOf(value: z.infer<typeof content>): string {
  return typeof value === 'string' ? value : value.map(textOfPart).join('\n')
}

function textOfPart(value: unknown): string {
  const text = part.safeParse(value)
  if (text.success) return text.data.text
  const made = call.safeParse(value)
  return made.success ? wordsOf(made.data) : NOT_TEXT
}

/** A call of a tool, as one writes one. */
function wordsOf({ name, arguments: given, input }: z.infer<typeof call>): string {
  const all = given ?? input ?? ''
  return `calls ${name}(${typeof all === 'string' ? all : JSON.stringify(all)})`
}
