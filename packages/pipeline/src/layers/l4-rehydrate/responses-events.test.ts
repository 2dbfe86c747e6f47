import type { WireEvent } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADDRESS, CARD, CODE, FIXTURE, MAIL, NAME, RESTORED, setUp } from './answer-for-tests.ts'

/** Restores events in batches, as they would come from an endpoint. */
async function restore(batches: readonly (readonly WireEvent[])[]): Promise<readonly WireEvent[]> {
  const { layer, exchange } = setUp({ request: { kind: 'responses', body: { model: 'm' } } })
  const guard = layer.openEventGuard(exchange)
  if (guard === undefined) throw new Error('L4 does nothing.')
  const restored: WireEvent[] = []
  for (const batch of batches) restored.push(...(await guard.take(batch)))
  return [...restored, ...(await guard.end())]
}

interface Annotation {
  readonly start_index: number
  readonly end_index: number
}

const cut = (text: string, cuts: readonly number[]): readonly string[] => {
  const bounds = [0, ...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]
  return bounds.slice(1).map((end, at) => text.slice(bounds[at], end))
}

/** The events of a message, in the order of the wire. */
function messageEvents(text: string, cuts: readonly number[], annotations: readonly Annotation[] = []): WireEvent[] {
  const place = { item_id: 'msg_1', output_index: 1, content_index: 0 }
  const part = { type: 'output_text', text, annotations }
  const item = { type: 'message', id: 'msg_1', content: [part] }
  const deltas = cut(text, cuts).map((delta) => ({ type: 'response.output_text.delta', ...place, delta }))
  const added = annotations.map((annotation) => ({
    type: 'response.output_text.annotation.added',
    ...place,
    annotation,
  }))
  return [
    { type: 'response.output_item.added', output_index: 1, item: { ...item, content: [] } },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '', annotations: [] } },
    ...deltas,
    ...added,
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 1, item },
    { type: 'response.completed', response: { id: 'r', output: [{ type: 'reasoning', summary: [] }, item] } },
  ]
}

/** Each text of the answer, wherever it is repeated. */
function textsOf(events: readonly WireEvent[], delta: string): readonly unknown[] {
  const pick = (type: string) => Object(events.find((event) => event.type === type))
  const deltas = events.filter(({ type }) => type === delta).map((event) => event.delta)
  const done = pick(delta.replace('.delta', '.done'))
  return [
    deltas.join(''),
    done.text ?? done.arguments ?? done.input,
    ...(done.text === undefined ? [] : [pick('response.content_part.done').part.text]),
    textOf(pick('response.output_item.done').item),
    textOf(pick('response.completed').response.output[1]),
  ]
}

const textOf = (item: { content?: { text: string }[]; arguments?: string; input?: string }): unknown =>
  item.content?.[0]?.text ?? item.arguments ?? item.input

const piece = fc.oneof(
  fc.constantFrom(MAIL, CARD, NAME, ADDRESS, CODE, 'PERSON_9999999999', 'PERSON_', 'CREDIT_CARD_11'),
  fc.constantFrom('{"a":"', '"', '\\"', '}', '[', ' ', '\n', 'word '),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))
const cuts = fc.array(fc.nat(), { maxLength: 12 })
/** What arrives together. */
const batched = (events: readonly WireEvent[], sizes: readonly number[]) => {
  const rest = [...events]
  return [...sizes.map((size) => rest.splice(0, size % 4)), rest]
}

describe('the events of a response', () => {
  it('are restored at every cut into two', async () => {
    for (let at = 0; at <= FIXTURE.length; at += 1) {
      const texts = textsOf(await restore([messageEvents(FIXTURE, [at])]), 'response.output_text.delta')
      expect(new Set(texts), `cut at ${at}`).toEqual(new Set([RESTORED]))
    }
  })

  it('agree: deltas, what is done, the part, the item and the whole', async () => {
    await fc.assert(
      fc.asyncProperty(text, cuts, cuts, async (said, at, sizes) => {
        const restored = await restore(batched(messageEvents(said, at), sizes))
        expect(new Set(textsOf(restored, 'response.output_text.delta')).size).toBe(1)
      }),
    )
  })

  it.each([
    ['response.function_call_arguments.delta', 'function_call', 'arguments'],
    ['response.custom_tool_call_input.delta', 'custom_tool_call', 'input'],
  ])('agree on what a tool is called with: %s', async (delta, type, member) => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 3 }), fc.boolean(), cuts, cuts, async (words, isList, at, sizes) => {
        const json = JSON.stringify(isList ? words : (words[0] ?? null))
        const about = { item_id: 'fc_1', output_index: 1 }
        const item = { type, id: 'fc_1', name: 'f', [member]: json }
        const events = [
          { type: 'response.output_item.added', output_index: 1, item: { ...item, [member]: '' } },
          ...cut(json, at).map((each) => ({ type: delta, ...about, delta: each })),
          { type: delta.replace('.delta', '.done'), ...about, [member]: json },
          { type: 'response.output_item.done', output_index: 1, item },
          { type: 'response.completed', response: { output: [{}, item] } },
        ]
        const texts = textsOf(await restore(batched(events, sizes)), delta)
        expect(new Set(texts).size).toBe(1)
        if (member === 'arguments') expect(() => JSON.parse(String(texts[0]))).not.toThrow()
      }),
    )
  })

  it('have annotations that point to the same words as before', async () => {
    const words = fc.array(fc.constantFrom(MAIL, CARD, NAME, 'plain', 'PERSON_9999999999', '🙂'), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(words, fc.nat(), fc.nat(), cuts, async (said, one, other, at) => {
        const starts = said.map((_, index) => said.slice(0, index).join(' ').length + (index === 0 ? 0 : 1))
        const [from, to] = [one % said.length, other % said.length].sort((a, b) => a - b) as [number, number]
        const annotation = { start_index: starts[from] ?? 0, end_index: (starts[to] ?? 0) + (said[to]?.length ?? 0) }
        const restored = await restore([messageEvents(said.join(' '), at, [annotation])])
        const [whole] = textsOf(restored, 'response.output_text.delta')
        const [meant] = textsOf(
          await restore([messageEvents(said.slice(from, to + 1).join(' '), [])]),
          'response.output_text.delta',
        )
        const find = (type: string) => Object(restored.find((event) => event.type === type))
        const moved: Annotation[] = [
          find('response.output_text.annotation.added').annotation,
          find('response.content_part.done').part.annotations[0],
          find('response.output_item.done').item.content[0].annotations[0],
          find('response.completed').response.output[1].content[0].annotations[0],
        ]
        for (const { start_index, end_index } of moved) expect(String(whole).slice(start_index, end_index)).toBe(meant)
      }),
    )
  })

  it('keep what they are not about: ids, encrypted content and log probabilities', async () => {
    const item = {
      type: 'reasoning',
      id: MAIL,
      summary: [{ type: 'summary_text', text: MAIL }],
      encrypted_content: MAIL,
    }
    const logprobs = [{ token: MAIL, logprob: 0 }]
    const message = {
      type: 'message',
      id: 'm',
      content: [{ type: 'output_text', text: 'x', annotations: [], logprobs }],
    }
    const [event] = await restore([[{ type: 'response.completed', response: { id: MAIL, output: [item, message] } }]])
    const restored = { ...item, summary: [{ type: 'summary_text', text: 'alice@example.com' }] }
    expect(event?.response).toEqual({ id: MAIL, output: [restored, message] })
  })
})
