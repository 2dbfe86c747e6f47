import { SluiceError } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '../../answer/index.ts'
import { tickingClock } from '../../testing/exchange-for-tests.ts'
import { ADDRESS, CARD, chunksOf, deltas, end, MAIL, NAME, read, restoreContent, setUp } from './answer-for-tests.ts'

const VALUES: Readonly<Record<string, string>> = {
  [MAIL]: 'alice@example.com',
  [CARD]: '4111 1111 1111 1111',
  [ADDRESS]: '10.0.0.1',
}

function restoredByHand(text: string): string {
  return Object.entries(VALUES).reduce((sofar, [token, value]) => sofar.replaceAll(token, value), text)
}

describe('L4 and the size of an answer', () => {
  const bounded = (chars: number) => setUp({}, undefined, chars)

  it('restores an answer of exactly the bound, and refuses one that is longer by a character', async () => {
    const content = `${CARD} ${CARD}`
    const exact = '4111 1111 1111 1111 4111 1111 1111 1111'
    const { choices } = await collect(bounded(exact.length).guard(...deltas({ content })))
    expect(choices[0]?.message.content).toBe(exact)
    await expect(read(bounded(exact.length - 1).guard(...deltas({ content })))).rejects.toMatchObject({
      code: 'answer_too_large',
    })
  })

  it('counts over all chunks, choices and kinds of text, escapes too', async () => {
    const chunks = chunksOf(
      { index: 0, delta: { content: `${MAIL} ` } },
      { index: 1, delta: { refusal: MAIL } },
      { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: `"${NAME}"` } }] } },
      { index: 0, delta: { annotations: [{ text: MAIL }] } },
      end(0),
      end(1),
    )
    const chars = 17 * 3 + 1 + JSON.stringify('Dwayne "The\\Rock"\nJohnson').length
    await expect(read(bounded(chars).guard(...chunks))).resolves.toHaveLength(6)
    await expect(read(bounded(chars - 1).guard(...chunks))).rejects.toMatchObject({ code: 'answer_too_large' })
  })

  it('gives the chunks before the one that is too large, and nothing of that one', async () => {
    const { guard } = bounded(30)
    const given: unknown[] = []
    const reading = async () => {
      for await (const batch of guard(...deltas({ content: 'Hello, ' }, { content: `${CARD}${CARD}` }))) {
        given.push(...batch.map(({ choices }) => choices[0]?.delta.content))
      }
    }
    await expect(reading()).rejects.toMatchObject({ code: 'answer_too_large' })
    expect(given).toEqual(['Hello, '])
  })

  it('charges what values have made longer, and ends with what that throws', async () => {
    const held: number[] = []
    const holdBytes = (bytes: number) => void held.push(bytes)
    await read(
      setUp({ holdBytes }).guard(...deltas({ content: MAIL }, { content: `${NAME} ${NAME}` }, { content: '.' })),
    )
    // The address is shorter than its token.
    expect(held).toEqual([2 * ('Dwayne "The\\Rock"\nJohnson'.length - NAME.length)])
    const full = () => {
      throw new SluiceError('overloaded')
    }
    await expect(read(setUp({ holdBytes: full }).guard(...deltas({ content: NAME })))).rejects.toMatchObject({
      code: 'overloaded',
    })
  })

  it('refuses a text that repeats its token before it has built it', async () => {
    const { guard } = bounded(100_000)
    await expect(read(guard(...deltas({ content: `${MAIL} `.repeat(100_000) })))).rejects.toMatchObject({
      code: 'answer_too_large',
    })
  })
})

describe('L4 in long texts', () => {
  it('restores them as it restores short ones, wherever a slice ends', async () => {
    const word = fc.constantFrom(MAIL, CARD, ADDRESS, 'PERSON_', 'x', ' ', '😀', 'EMAIL_ADDRESS_00', 'ordinary words ')
    const text = fc.array(word, { minLength: 1_000, maxLength: 4_000, size: 'max' }).map((words) => words.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.nat(20_000), async (content, cut) => {
        const pieces = [content.slice(0, cut), content.slice(cut)]
        expect(await restoreContent(pieces)).toBe(restoredByHand(content))
      }),
      { numRuns: 60 },
    )
  })

  it('restores long texts of every kind beside one another', async () => {
    const long = `${MAIL} ${'.'.repeat(9_000)} ${MAIL}`
    const delta = {
      content: long,
      refusal: MAIL,
      annotations: [{ text: long }, { text: CARD }],
      tool_calls: [{ index: 0, id: 't', function: { name: 'f', arguments: JSON.stringify({ to: long, who: NAME }) } }],
    }
    const { choices } = await collect(setUp().guard(...deltas(delta)))
    const restored = restoredByHand(long)
    expect(choices[0]?.message).toMatchObject({
      content: restored,
      refusal: 'alice@example.com',
      annotations: [{ text: restored }, { text: '4111 1111 1111 1111' }],
    })
    const [call] = choices[0]?.message.tool_calls ?? []
    expect(JSON.parse(call?.function?.arguments ?? '')).toEqual({ to: restored, who: 'Dwayne "The\\Rock"\nJohnson' })
  })

  it.each([
    ['one chunk', [`${MAIL} `.repeat(8_000)]],
    ['a batch of many chunks', Array.from({ length: 8_000 }, () => `${MAIL} `)],
  ])('lets others work in between: 8,000 tokens in %s', async (_how, pieces) => {
    const { layer, exchange } = setUp({ clock: tickingClock() })
    const guard = layer.openGuard(exchange)
    let turns = 0
    let over = false
    const count = () => {
      turns += 1
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await guard?.take(deltas(...pieces.map((content) => ({ content }))))
    over = true
    expect(turns).toBeGreaterThan(5)
  })
})
