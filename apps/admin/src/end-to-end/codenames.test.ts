import { type GatewayProcess, startGatewayProcess } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, startAdminStack } from '../testing/test-stack.ts'

/** Codenames from their upload to the model, over a gateway in a process of its own. */

const PATH = '/admin/private-semantic-map'
const ALICE = { sub: 'u-alice', preferredUsername: 'alice', groups: ['dept:finance'] }
const TERMS = [
  { term: 'Nightfall', aliases: ['Dusk'], class: 'confidential', department: 'finance', replacement: 'FALCON' },
  { term: '夜幕' },
]

let stack: AdminStack
let gateway: GatewayProcess
beforeAll(async () => {
  stack = await startAdminStack({
    // Those of the gateway.
    DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
    CODENAME_CLASSES: JSON.stringify({ confidential: 5 }),
  })
  await upload('add', [{ term: 'Orion' }])
  gateway = await startGatewayProcess({ redisUrl: stack.redis.url, databaseUrl: stack.databaseUrl, oidc: stack.oidc })
})
afterAll(async () => {
  await gateway.stop()
  await stack.stop()
})

const uploadedSchema = z.looseObject({ version: z.number() })
const viewSchema = z.looseObject({
  gateways: z.array(z.object({ gateway: z.string(), version: z.number(), at: z.string() })),
})
const answerSchema = z.looseObject({
  choices: z.tuple([z.looseObject({ message: z.looseObject({ content: z.string() }) })]),
})

async function upload(mode: string, terms: readonly object[]): Promise<number> {
  return uploadedSchema.parse(await okJson(await stack.call('erin', 'POST', PATH, { mode, terms }))).version
}

/** Resolves once the gateway says that it has this version. */
async function reaches(version: number): Promise<void> {
  const versions = async () => viewSchema.parse(await okJson(await stack.call('erin', 'GET', PATH))).gateways
  await expect.poll(versions, { timeout: 20_000 }).toEqual([expect.objectContaining({ version })])
}

/** What the model was sent, and what came back. */
async function echo(content: string) {
  const { response, sent } = await gateway.echo(ALICE, content)
  const { choices } = answerSchema.parse(await okJson(response))
  return { sent: sent ?? '', answer: choices[0].message.content }
}

describe('a codename', () => {
  it('that was uploaded before a gateway starts is known to it', async () => {
    const { sent, answer } = await echo('Where is Orion?')
    expect(sent).toMatch(/Where is CODENAME_[0-9A-Z]{10}\?/)
    expect(answer).toBe('Where is Orion?')
  })

  it('reaches the model as a token with its replacement, in short bodies and long ones, and comes back as written', async () => {
    await reaches(await upload('add', TERMS))
    // The longer one is read in a thread.
    for (const filling of ['', 'Plain words and nothing more. '.repeat(2_000)]) {
      const content = `${filling}The night-fall and DUSK plans, Nightfáll, 关于夜幕计划.`
      const { sent, answer } = await echo(content)
      expect(sent.match(/CODENAME_FALCON_[0-9A-HJKMNP-TV-Z]{10}/g)).toHaveLength(3)
      expect(sent).toMatch(/关于CODENAME_[0-9A-HJKMNP-TV-Z]{10}计划/)
      expect(sent).not.toMatch(/fall|dusk|夜幕/i)
      expect(answer).toBe(content)
    }
  })

  it('is no longer one once it is removed', async () => {
    await reaches(await upload('remove', [{ term: 'NIGHT FALL' }]))
    const { sent } = await echo('The Nightfall plan, and Orion.')
    expect(sent).toMatch(/The Nightfall plan, and CODENAME_/)
  })
})
