import { z } from '../../api/zod.ts'

/** What one side says in a held request. */
interface Said {
  readonly speaker: string
  readonly text: string
}

const part = z.object({ text: z.string() })
const content = z.union([z.string(), z.array(z.unknown())])
const message = z.object({ role: z.string().default('user'), content: content.nullish() })
const shape = z.object({
  messages: z.array(z.unknown()).optional(),
  input: z.union([z.string(), z.array(z.unknown())]).optional(),
  instructions: z.string().nullish(),
  system: content.nullish(),
})

/**
 * Reads who says what in a request of chat completions, Responses or Messages. What it cannot read it names instead of
 * leaving it out; the whole request is shown beside it.
 */
export function readContent(request: unknown): Said[] {
  const parsed = shape.safeParse(request)
  if (!parsed.success) return []
  const { messages, input, instructions, system } = parsed.data
  const turns = typeof input === 'string' ? [{ role: 'user', content: input }] : [...(messages ?? []), ...(input ?? [])]
  return [
    ...[instructions, system].flatMap((text) => (text ? [{ speaker: 'instructions', text: textOf(text) }] : [])),
    ...turns.map(readTurn),
  ]
}

function readTurn(turn: unknown): Said {
  const parsed = message.safeParse(turn)
  if (!parsed.success || parsed.data.content == null) return { speaker: 'other', text: NOT_TEXT }
  return { speaker: parsed.data.role, text: textOf(parsed.data.content) }
}

const NOT_TEXT = '[something else than text: see the whole request]'

function textOf(value: z.infer<typeof content>): string {
  if (typeof value === 'string') return value
  return value
    .map((one) => {
      const parsed = part.safeParse(one)
      return parsed.success ? parsed.data.text : NOT_TEXT
    })
    .join('\n')
}
