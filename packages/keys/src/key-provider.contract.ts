import { randomBytes } from 'node:crypto'
import type { KeyServiceFault } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyProvider } from './key-provider.ts'
import { unwrapDataKey, wrapDataKey } from './wrapped-keys.ts'

/** A provider over a service that a test can change. */
interface ProviderUnderTest {
  readonly provider: KeyProvider
  /** The same with credentials that the service does not take. */
  readonly stranger: KeyProvider
  /** Makes a new version of the key-encryption key. */
  rotate(): unknown
  /** Destroys the versions before one. */
  destroyBefore(version: number): unknown
  /** What the next requests get; undefined where there is no service to ask. */
  readonly failWith: ((...faults: readonly KeyServiceFault[]) => void) | undefined
  stop(): Promise<void>
}

const status = (code: number): KeyServiceFault => ({ type: 'answer', status: code, body: '{"message":"No."}' })
const answered = (body: string): KeyServiceFault => ({ type: 'answer', status: 200, body })

/** What every key provider does, and beside it those that ask a service, which can fail. */
export function describeKeyProvider(
  name: string,
  start: () => Promise<ProviderUnderTest>,
  { asksService = true }: { readonly asksService?: boolean } = {},
): void {
  describe(`a key provider: ${name}`, () => {
    let tested: ProviderUnderTest
    beforeAll(async () => {
      tested = await start()
    })
    afterAll(() => tested?.stop())

    it('unwraps what it has wrapped, whatever the length, and never wraps alike', async () => {
      const { provider } = tested
      for (const length of [1, 32, 64, 128]) {
        const plain = randomBytes(length)
        const wrapped = [await provider.wrap(plain), await provider.wrap(plain)]
        expect(new Set(wrapped).size).toBe(2)
        for (const text of wrapped) {
          expect(text).toMatch(/^[\x21-\x7e]{1,8192}$/)
          expect(Buffer.from(await provider.unwrap(text)).equals(plain)).toBe(true)
        }
      }
    })

    it('binds a data key to its id', async () => {
      const { provider } = tested
      const wrapped = await wrapDataKey(provider, 'k1', new Uint8Array(32).fill(3))
      expect([...(await unwrapDataKey(provider, 'k1', wrapped))]).toEqual(Array(32).fill(3))
      for (const id of ['k2', 'k', 'k11', '']) {
        await expect(unwrapDataKey(provider, id, wrapped)).rejects.toMatchObject({ fault: 'malformed' })
      }
    })

    it.each([
      '',
      'x',
      'vault:v1:',
      'aws-kms:!',
      'azure-key-vault:0:x',
      'local:k:x',
      'DATA',
      `local:${'x'.repeat(9_000)}`,
    ])('takes nothing for wrapped that is not: %.20s', async (text) => {
      await expect(tested.provider.unwrap(text)).rejects.toMatchObject({ name: 'KeyProviderError', fault: 'malformed' })
    })

    it('refuses what was altered', async () => {
      const wrapped = await tested.provider.wrap(randomBytes(32))
      const at = wrapped.length - 20
      const altered = wrapped.slice(0, at) + (wrapped[at] === 'A' ? 'B' : 'A') + wrapped.slice(at + 1)
      await expect(tested.provider.unwrap(altered)).rejects.toMatchObject({
        name: 'KeyProviderError',
        fault: 'refused',
      })
    })

    it('gives a stranger nothing', async () => {
      const wrapped = await tested.provider.wrap(randomBytes(32))
      await expect(tested.stranger.unwrap(wrapped)).rejects.toMatchObject({ name: 'KeyProviderError' })
      await expect(tested.stranger.wrap(randomBytes(32))).rejects.toMatchObject({ name: 'KeyProviderError' })
    })

    const itOfServices = asksService ? it : undefined
    itOfServices?.('says what failed, tries again what may pass, and shows nothing of what was said', async () => {
      const { provider, failWith } = tested
      if (failWith === undefined) throw new Error('the service of this provider cannot be made to fail')
      const wrapped = await provider.wrap(new Uint8Array(32).fill(9))
      const faults: readonly (readonly [KeyServiceFault, string])[] = [
        [{ type: 'cut' }, 'unavailable'],
        [{ type: 'hang' }, 'unavailable'],
        [status(503), 'unavailable'],
        [status(429), 'unavailable'],
      ]
      for (const [fault, expected] of faults) {
        failWith(fault, fault, fault)
        await expect(provider.unwrap(wrapped)).rejects.toMatchObject({ fault: expected })
        failWith(fault, fault)
        expect([...(await provider.unwrap(wrapped))]).toEqual(Array(32).fill(9))
      }
      const final: readonly (readonly [KeyServiceFault, string])[] = [
        [status(403), 'refused'],
        [{ type: 'answer', status: 302, body: '' }, 'refused'],
        [answered('<html>'), 'malformed'],
        [answered('{}'), 'malformed'],
        [answered('null'), 'malformed'],
        [answered(`{"data":{"plaintext":"!"},"Plaintext":"!","value":"!","kid":"x"}`), 'malformed'],
        [answered(`"${'x'.repeat(100_000)}"`), 'malformed'],
      ]
      for (const [fault, expected] of final) {
        failWith(fault)
        const failure: unknown = await provider.unwrap(wrapped).catch((error: unknown) => error)
        expect([failure, String(failure)]).toEqual([
          expect.objectContaining({ name: 'KeyProviderError', fault: expected }),
          expect.not.stringMatching(/CQkJ|token|secret|html/i),
        ])
      }
    })

    it('unwraps under older versions until they are destroyed, and wraps with the newest', async () => {
      const { provider } = tested
      const old = await provider.wrap(randomBytes(32))
      await tested.rotate()
      const again = await provider.wrap(await provider.unwrap(old))
      await tested.destroyBefore(2)
      await expect(provider.unwrap(old)).rejects.toMatchObject({ fault: 'refused' })
      expect((await provider.unwrap(again)).length).toBe(32)
    })
  })
}
