import { hash } from 'node:crypto'
import type { ChatRequest } from '@sluice/contracts'
import { MosaicMemory } from '@sluice/mosaic'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../ports/codename-registry.ts'
import type { Mosaics } from '../../ports/mosaics.ts'
import type { LocalRequest } from '../../request/index.ts'
import { withMosaic } from '../../run/tiles.ts'
import { exchangeForTests, sessionForTests } from '../../testing/exchange-for-tests.ts'
import { createSensitivityLayer } from './sensitivity-layer.ts'
import { tileOf } from './sensitivity-tile.ts'

const noCodenames = compileCodenames([])

function layerOf(mosaics?: Mosaics) {
  return createSensitivityLayer({
    codenames: { current: () => ({ version: '1', index: noCodenames }) },
    unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
    mosaics,
    timeoutMs: 1_000,
  })
}

const memory = () =>
  new MosaicMemory({ bound: 20, digest: (tenant, text) => hash('sha256', `${tenant} ${text}`, 'base64url') })

const chat = (...messages: ChatRequest['messages']): LocalRequest => ({
  kind: 'chat',
  body: { model: 'gpt-test', messages },
})
const user = (content: string) => ({ role: 'user' as const, content })

async function flagsOf(layer: ReturnType<typeof layerOf>, request: LocalRequest, sessionId = 7, sub = 'alice') {
  const principal = { ...exchangeForTests().origin.principal, sub }
  const exchange = exchangeForTests({ principal, session: sessionForTests(sessionId) })
  const { facts } = await layer.decide(request, exchange)
  return facts?.tile?.flags
}

describe('the tile of a mosaic', () => {
  it('is flagged from the request on with which few people fit', async () => {
    const layer = layerOf(memory())
    const turns = ['She lives in Springfield.', 'She is 47 years old.', 'She works as a nurse.'].map(user)
    const flags = []
    for (const [at] of turns.entries()) flags.push(await flagsOf(layer, chat(...turns.slice(0, at + 1))))
    expect(flags).toEqual([[], [], ['high-reidentification-risk', 'mosaic']])
    expect(await flagsOf(layer, chat(user('What is the capital of France?')))).toEqual([])
    expect(await flagsOf(layer, chat(user('She said so.')))).toEqual(['high-reidentification-risk', 'mosaic'])
  })

  it('is that of the caller, over the sessions of a day', async () => {
    const layer = layerOf(memory())
    expect(await flagsOf(layer, chat(user('She lives in Springfield, aged 47.')), 1)).toEqual([])
    expect(await flagsOf(layer, chat(user('She works as a nurse.')), 2, 'bob')).toEqual([])
    expect(await flagsOf(layer, chat(user('She works as a nurse.')), 2)).toContain('mosaic')
  })

  it('does not join what is told of two persons who are named', async () => {
    const layer = layerOf(memory())
    const request = chat(user('Anna Schmidt is 47 years old. Bob Miller lives in Springfield and works as a nurse.'))
    expect(await flagsOf(layer, request)).not.toContain('mosaic')
    const one = chat(user('Anna Schmidt is 47 years old. Anna Schmidt lives in Springfield and works as a nurse.'))
    expect(await flagsOf(layerOf(memory()), one)).toContain('mosaic')
  })

  it('reads values that L2 has found, in long texts too', async () => {
    const filler = 'Nothing is told here of anybody at all. '.repeat(500)
    const long = chat(user(`She was born on 4 March 1961. ${filler} The zip code is 02138. ${filler}`))
    expect(await flagsOf(layerOf(memory()), long)).toContain('mosaic')
  })

  it('is looked for only where somebody keeps mosaics', async () => {
    const request = chat(user('A woman, born on 4 March 1961, of Cambridge, MA 02138'))
    expect(await flagsOf(layerOf(), request)).not.toContain('mosaic')
    expect(await flagsOf(layerOf(memory()), request)).toContain('mosaic')
  })

  it('has at least the risk of taking the right one of those who fit', () => {
    const plain = tileOf({ findings: [], traits: new Set(['birth-date']), unreadable: [] })
    expect(plain.reidentificationRisk).toBe(0.3)
    expect(withMosaic(plain, undefined)).toBe(plain)
    expect(withMosaic(plain, 10)).toMatchObject({ reidentificationRisk: 0.3, flags: ['mosaic'] })
    expect(withMosaic(plain, 2)).toMatchObject({ reidentificationRisk: 0.5, flags: ['mosaic'] })
    const sure = withMosaic(plain, 1)
    expect(sure).toMatchObject({ reidentificationRisk: 1, flags: ['high-reidentification-risk', 'mosaic'] })
    expect(sure.digest).not.toBe(plain.digest)
  })
})
