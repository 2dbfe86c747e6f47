import type { WireEvent } from '@sluice/contracts'
import { collectMessage } from '@sluice/pipeline'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replayMessage } from './replay-message.ts'

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.record({
    type: fc.constant('text'),
    text: fc.string(),
    citations: fc.array(fc.record({ cited_text: fc.string() }), { minLength: 1 }),
  }),
  fc.record({ type: fc.constant('thinking'), thinking: fc.string(), signature: fc.string() }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.string() }),
  fc.record({
    type: fc.constant('tool_use'),
    id: fc.string(),
    name: fc.string(),
    input: fc.dictionary(fc.string(), fc.string()),
  }),
  fc.record({ type: fc.constant('new_kind'), whatever: fc.jsonValue() }),
)

const message: fc.Arbitrary<WireEvent> = fc.record({
  type: fc.constant('message'),
  id: fc.string(),
  role: fc.constant('assistant'),
  content: fc.array(block),
  stop_reason: fc.constantFrom('end_turn', 'tool_use'),
  stop_sequence: fc.constantFrom(null, 'END'),
  usage: fc.record({ input_tokens: fc.nat(), output_tokens: fc.nat() }),
})

async function* batches(events: readonly WireEvent[]) {
  for (const event of events) yield [event]
}

it('gives a message as a stream, from which it is collected again', async () => {
  await fc.assert(
    fc.asyncProperty(message, async (whole) => {
      // What JSON cannot say the same way again is no matter here.
      const sent: WireEvent = JSON.parse(JSON.stringify(whole))
      expect(await collectMessage(batches(replayMessage(sent)))).toEqual(sent)
    }),
  )
})

it('refuses a stream without a message, and an input that is no JSON', async () => {
  await expect(collectMessage(batches([]))).rejects.toMatchObject({ code: 'upstream_interrupted' })
  const events = [
    { type: 'message_start', message: { content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":' } },
  ]
  await expect(collectMessage(batches(events))).rejects.toMatchObject({ code: 'upstream_invalid_answer' })
})
