import { sealValue } from '@sluice/token-vault'
import { alter, alteration, createMemoryStateMap } from '@sluice/token-vault/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '../../answer/index.ts'
import { keyRingForTests, policyForTests } from '../../testing/exchange-for-tests.ts'
import {
  ADDRESS,
  CARD,
  CODE,
  chunksOf,
  deltas,
  end,
  MAIL,
  NAME,
  restoreContent,
  scope,
  setUp,
} from './answer-for-tests.ts'

const VALUES = [
  [MAIL, 'alice@example.com'],
  [CARD, '4111 1111 1111 1111'],
  [NAME, 'Dwayne "The\\Rock"\nJohnson'],
  [ADDRESS, '10.0.0.1'],
  [CODE, 'Falcon'],
] as const

const OLD = 'PERSON_7H3K9Q2M5T'
const grace = { entity: 'PERSON', level: 2, value: 'Grace' } as const

/** An answer in a session that has one more token from an earlier turn, or in another one than its `owner`. */
async function answerWith(content: string, owner = scope) {
  const stateMap = createMemoryStateMap()
  await stateMap.write(owner, new Map([[OLD, sealValue(keyRingForTests, owner, OLD, grace)]]))
  const { guard, exchange } = setUp({}, stateMap)
  const { choices } = await collect(guard(...deltas({ content })))
  return { content: choices[0]?.message.content, invented: exchange.disclosed.restored?.invented }
}

describe('L4 and tokens that the model altered', () => {
  it.each<[form: string, text: string, restored: string]>([
    ['in small letters', 'Write to email_address_0000000000.', 'Write to alice@example.com.'],
    ['with spaces', 'the IP address 3333333333 answers', 'the 10.0.0.1 answers'],
    ['over two lines', 'the IP_\naddress_3333333333 answers', 'the 10.0.0.1 answers'],
    ['with hyphens', 'codename-4444444444', 'Falcon'],
    ['with Markdown escapes', 'IP\\_ADDRESS\\_3333333333', '10.0.0.1'],
    ['in bold', '**Codename_4444444444**', '**Falcon**'],
    ['in half bold', '**Codename_**4444444444', '**Falcon**'],
    ['in code', '`CODENAME_4444444444`', '`Falcon`'],
    ['in the plural', 'all CODENAME_4444444444s', 'all Falcons'],
    ['in the genitive', "codename_4444444444's", "Falcon's"],
    ['with references of HTML', 'IP&#95;ADDRESS&lowbar;3333333333', '10.0.0.1'],
    ['percent-encoded', '?ip=IP%5FADDRESS%5F3333333333&x', '?ip=10.0.0.1&x'],
    ['with zero-width characters', 'CODE\u200bNAME_\u206044444\u00ad44444', 'Falcon'],
    ['in full-width letters', 'ＣＯＤＥＮＡＭＥ＿４４４４４４４４４４', 'Falcon'],
  ])('restores one %s', async (_form, text, restored) => {
    expect(await restoreContent([text])).toBe(restored)
    expect(await restoreContent([...text])).toBe(restored)
  })

  it('restores any token however it is altered, at any cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...VALUES), alteration, fc.nat(), async ([token, value], ways, at) => {
        const text = `see ${alter(token, ways)}, please`
        fc.pre(text.length < 100)
        const cut = at % text.length
        // A mark that stands alone within is kept.
        const restored = String(await restoreContent([text.slice(0, cut), text.slice(cut)]))
        expect(restored.replace(/[*`]/g, '')).toBe(`see ${value}, please`)
      }),
    )
  })

  it('leaves JSON valid, in content and in the arguments of tools', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...VALUES), alteration, fc.nat(), async ([token, value], ways, at) => {
        const altered = alter(token, ways)
        fc.pre(altered.length < 90)
        const json = JSON.stringify({ to: [`${altered}, please`], [altered]: 1 })
        const cut = at % json.length
        const call = (args: string) => ({
          index: 0,
          delta: { tool_calls: [{ index: 0, function: { arguments: args } }] },
        })
        const chunks = chunksOf(call(json.slice(0, cut)), call(json.slice(cut)), end())
        const { choices } = await collect(setUp().guard(...chunks))
        const args = JSON.parse(choices[0]?.message.tool_calls?.[0]?.function?.arguments ?? '')
        expect(JSON.parse(String(await restoreContent([json.slice(0, cut), json.slice(cut)])))).toEqual(args)
        expect(args.to[0].replace(/[*`]/g, '')).toBe(`${value}, please`)
      }),
    )
  })

  it('leaves one as the model wrote it where the caller may not see the value', async () => {
    const policy = policyForTests(({ action }) => (action === 'reveal-entity' ? 'forbid' : 'permit'))
    expect(await restoreContent(['email_address\\_0000000000'], { policy })).toBe('email_address\\_0000000000')
  })

  it('restores one of an earlier turn, and never one of another session', async () => {
    const written = 'person 7h3k9q2m5t'
    expect(await answerWith(written)).toEqual({ content: 'Grace', invented: 0 })
    const owner = { ...scope, sessionId: scope.sessionId + 1 }
    const other = { ...owner, secret: keyRingForTests.newSessionSecret(owner) }
    expect(await answerWith(written, other)).toEqual({ content: written, invented: 1 })
  })

  it.each([
    ['a letter changed', 'PERSON_7H3K9Q2M5V and person 7h3k9q2m5v', 1],
    ['a letter changed in two ways', 'PERSON_7H3K9Q2M5V, PERSON_8H3K9Q2M5T', 2],
    ['a word for an id', 'your credit card statements', 0],
    ['a number for an id', 'person 1234567890', 0],
    ['nothing that looks like a token', 'PERSON_7H3K9Q2M5', 0],
  ])('leaves and counts %s', async (_name, text, invented) => {
    expect(await answerWith(text)).toEqual({ content: text, invented })
  })
})
