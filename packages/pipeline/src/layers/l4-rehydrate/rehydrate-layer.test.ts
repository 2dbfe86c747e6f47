import type { Completion } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect, completionToChunk } from '../../answer/index.ts'
import { guardedBy, oneByOne } from '../../testing/answers-for-tests.ts'
import {
  ADDRESS,
  CARD,
  CODE,
  chunksOf,
  type Delta,
  deltas,
  end,
  FIXTURE,
  head,
  MAIL,
  NAME,
  RESTORED,
  read,
  restoreContent,
  setUp,
} from './answer-for-tests.ts'

describe('L4 in text', () => {
  it('gives the same for every cut into two, and into three', async () => {
    expect(await restoreContent([FIXTURE])).toBe(RESTORED)
    for (let first = 0; first <= FIXTURE.length; first++) {
      for (let second = first; second <= FIXTURE.length; second++) {
        const pieces = [FIXTURE.slice(0, first), FIXTURE.slice(first, second), FIXTURE.slice(second)]
        const content = await restoreContent(pieces)
        if (content !== RESTORED) expect.fail(`cut at ${first} and ${second}: ${content}`)
      }
    }
  }, 60_000)

  it('gives the same for any cutting', async () => {
    const cutting = fc.uniqueArray(fc.nat({ max: FIXTURE.length }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(cutting, async (cuts) => {
        const sorted = [0, ...cuts.sort((a, b) => a - b), FIXTURE.length]
        expect(await restoreContent(sorted.slice(1).map((cut, at) => FIXTURE.slice(sorted[at], cut)))).toBe(RESTORED)
      }),
    )
  })

  it('passes chunks without tokens on as they are, and at once', async () => {
    const { layer, exchange } = setUp()
    let upstream = 0
    const source = (async function* () {
      for (const chunk of deltas({ role: 'assistant', content: '' }, { content: 'Hello, ' }, { content: 'you' })) {
        upstream += 1
        yield [chunk]
      }
    })()
    const guarded = guardedBy(layer, source, exchange)
    const { value: first } = await guarded.next()
    const { value: second } = await guarded.next()
    expect(upstream).toBe(2)
    expect([...first, ...second].map(({ choices }) => choices[0].delta)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'Hello, ' },
    ])
    await guarded.return()
  })

  it('releases what it held back before the choice ends, in a chunk of its own', async () => {
    const { guard } = setUp()
    const chunks = await read(guard(...deltas({ content: 'x PERSON' })))
    expect(chunks).toEqual(
      chunksOf(
        { index: 0, delta: { content: 'x ' } },
        { index: 0, delta: { content: 'PERSON' }, finish_reason: null },
        end(),
      ),
    )
  })

  it('releases it also where the end comes with text, or never', async () => {
    const { guard } = setUp()
    const together = await read(
      guard(...chunksOf({ index: 0, delta: { content: 'PERSON_' } }, end(0, { content: '2222222222' }))),
    )
    expect(together.map(({ choices }) => choices[0]?.delta.content)).toEqual(['', 'Dwayne "The\\Rock"\nJohnson'])
    const never = await read(guard(...chunksOf({ index: 0, delta: { content: 'PERSON_' } })))
    expect(never.map(({ choices }) => choices[0]?.delta.content)).toEqual(['', 'PERSON_'])
  })

  it('keeps choices and fields apart', async () => {
    const cut = 12
    const chunks = [
      { index: 1, delta: { content: MAIL.slice(0, cut), reasoning_content: CODE.slice(0, cut) } },
      { index: 0, delta: { content: CARD.slice(0, cut), refusal: ADDRESS.slice(0, cut) } },
      { index: 1, delta: { content: MAIL.slice(cut), reasoning_content: CODE.slice(cut) } },
      { index: 0, delta: { content: CARD.slice(cut), refusal: ADDRESS.slice(cut) } },
      end(1),
      end(0),
    ]
    const { choices } = await collect(setUp().guard(...chunksOf(...chunks)))
    expect(choices.map(({ message }) => message)).toEqual([
      { role: 'assistant', content: '4111 1111 1111 1111', refusal: '10.0.0.1' },
      { role: 'assistant', content: 'alice@example.com', reasoning_content: 'Falcon' },
    ])
  })

  it('restores inside members that nobody here knows, and leaves ids, usage and log probabilities', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, note: MAIL }
    const chunk = {
      ...head,
      id: MAIL,
      citations: [{ url: `https://x/${MAIL}` }],
      usage,
      choices: [
        {
          index: 0,
          delta: { content: '', id: MAIL, annotations: [{ type: 'a', text: `<${MAIL}>` }] },
          logprobs: { content: [{ token: MAIL }] },
          filter: { detail: MAIL },
          finish_reason: 'stop',
        },
      ],
    }
    const [restored] = await read(setUp().guard(chunk))
    expect(restored).toEqual({
      ...chunk,
      citations: [{ url: 'https://x/alice@example.com' }],
      choices: [
        {
          ...chunk.choices[0],
          delta: { content: '', id: MAIL, annotations: [{ type: 'a', text: '<alice@example.com>' }] },
          filter: { detail: 'alice@example.com' },
        },
      ],
    })
  })
})

describe('L4 in JSON', () => {
  const call = (args: string, name?: string): Delta => ({
    tool_calls: [
      {
        index: 0,
        ...(name === undefined ? {} : { id: 't' }),
        function: { ...(name ? { name } : {}), arguments: args },
      },
    ],
  })

  it('restores tool calls at every cut, and their arguments stay valid JSON', async () => {
    const args = JSON.stringify({ to: NAME, [MAIL]: [`${CARD}`, '\u2028'] })
    for (let cut = 0; cut <= args.length; cut++) {
      const chunks = deltas(call('', `ask_${CODE}`), call(args.slice(0, cut)), call(args.slice(cut)))
      const { choices } = await collect(setUp().guard(...chunks))
      const [restored] = choices[0]?.message.tool_calls ?? []
      expect(restored?.function?.name).toBe('ask_Falcon')
      expect(JSON.parse(restored?.function?.arguments ?? '')).toEqual({
        to: 'Dwayne "The\\Rock"\nJohnson',
        'alice@example.com': ['4111 1111 1111 1111', '\u2028'],
      })
    }
  })

  it('releases what it held back of a tool call, a custom tool and a legacy function call', async () => {
    const custom = { tool_calls: [{ index: 1, custom: { name: 'c', input: `${MAIL} PERSON` } }] }
    const legacy = { function_call: { name: 'f', arguments: `${MAIL} PERSON` } }
    const { choices } = await collect(setUp().guard(...deltas(call('{"x":"PERSON', 'f'), custom, legacy)))
    expect(choices[0]?.message).toMatchObject({
      tool_calls: [
        { function: { name: 'f', arguments: '{"x":"PERSON' } },
        { custom: { name: 'c', input: 'alice@example.com PERSON' } },
      ],
      function_call: { name: 'f', arguments: 'alice@example.com PERSON' },
    })
  })

  it('escapes in content that is JSON itself, and nowhere else', async () => {
    const json = JSON.stringify({ who: NAME })
    expect(JSON.parse(String(await restoreContent([' ', json.slice(0, 9), json.slice(9)])))).toEqual({
      who: 'Dwayne "The\\Rock"\nJohnson',
    })
    expect(await restoreContent([`He said {${NAME}`])).toBe('He said {Dwayne "The\\Rock"\nJohnson')
  })

  it('restores a whole answer as it restores its stream', async () => {
    const answer: Completion = {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: FIXTURE,
            tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: `{"a":"${NAME}"}` } }],
          },
          finish_reason: 'stop',
        },
      ],
    }
    const { layer, exchange } = setUp()
    const restored = await collect(guardedBy(layer, oneByOne(completionToChunk(answer)), exchange))
    expect(restored.choices[0]?.message.content).toBe(RESTORED)
    expect(JSON.parse(restored.choices[0]?.message.tool_calls?.[0]?.function?.arguments ?? '')).toEqual({
      a: 'Dwayne "The\\Rock"\nJohnson',
    })
  })
})
