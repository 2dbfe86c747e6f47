import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SecureStateMap, SessionSecrets } from '../secure-state-map.ts'

/** One adapter to test, and how to take it down. */
export interface ContractSubject<Port> {
  readonly port: Port
  close?(): Promise<void>
}

/** What every Secure State Map must do. `open` gives an empty one. */
export function secureStateMapContract(
  name: string,
  open: () => Promise<ContractSubject<SecureStateMap & SessionSecrets>>,
): void {
  describe(`${name} as a Secure State Map`, () => {
    let subject: ContractSubject<SecureStateMap & SessionSecrets>
    beforeAll(async () => {
      subject = await open()
    }, 300_000)
    afterAll(async () => await subject?.close?.())

    const acme = { tenant: 'acme', sub: 'alice', sessionId: 1, secret: 'k1.sealed' }

    it('reads back what was written, and only what was asked for', async () => {
      await subject.port.write(
        acme,
        new Map([
          ['A_1', 'one'],
          ['A_2', 'two'],
          ['A_3', 'three'],
        ]),
      )
      expect(await subject.port.read(acme, ['A_3', 'A_1', 'A_9'])).toEqual(
        new Map([
          ['A_3', 'three'],
          ['A_1', 'one'],
        ]),
      )
    })

    it('keeps earlier entries of a session and replaces an entry that is written again', async () => {
      await subject.port.write(
        acme,
        new Map([
          ['B_1', 'old'],
          ['B_2', 'kept'],
        ]),
      )
      await subject.port.write(acme, new Map([['B_1', 'new']]))
      expect(await subject.port.read(acme, ['B_1', 'B_2'])).toEqual(
        new Map([
          ['B_1', 'new'],
          ['B_2', 'kept'],
        ]),
      )
    })

    it.each([
      { sessionId: 2 },
      { tenant: 'other' },
      { tenant: 'acme:alice}', sub: '' },
      { tenant: 'acme', sub: 'bob' },
      { sub: 'alice:1' },
      { secret: 'k1.other' },
    ])('never shows one session the tokens of another, which differs in %o', async (change) => {
      const other = { ...acme, ...change }
      await subject.port.write(acme, new Map([['C_1', 'mine']]))
      expect(await subject.port.read(other, ['C_1'])).toEqual(new Map())
      await subject.port.write(other, new Map([['C_1', 'theirs']]))
      expect(await subject.port.read(acme, ['C_1'])).toEqual(new Map([['C_1', 'mine']]))
    })

    it('keeps the secrets of a session beside its values, for whoever has to open them later', async () => {
      const session = { tenant: 'acme', sub: 'dave', sessionId: 5 }
      expect(await subject.port.secretsOf(session)).toEqual([])
      for (const secret of ['k1.first', 'k1.first', 'k1.second']) {
        await subject.port.write({ ...session, secret }, new Map([['S_1', secret]]))
      }
      expect([...(await subject.port.secretsOf(session))].sort()).toEqual(['k1.first', 'k1.second'])
      expect(await subject.port.secretsOf({ ...session, sub: 'erin' })).toEqual([])
    })

    it('pages through all values of a session, and of no other', async () => {
      const session = { ...acme, sub: 'paged', sessionId: 9 }
      const many = new Map(Array.from({ length: 3_000 }, (_, index) => [`P_${index}`, `sealed ${index}`]))
      await subject.port.write(session, many)
      await subject.port.write({ ...session, sessionId: 10 }, new Map([['P_X', 'other']]))
      const all = new Map<string, string>()
      let cursor: string | undefined
      do {
        const { sealed, next } = await subject.port.page(session, cursor)
        for (const [token, text] of sealed) all.set(token, text)
        cursor = next
      } while (cursor !== undefined)
      expect(all).toEqual(many)
      expect((await subject.port.page({ ...session, secret: 'k1.other' })).sealed).toEqual(new Map())
    })

    it('takes nothing and asks for nothing', async () => {
      await subject.port.write(acme, new Map())
      expect(await subject.port.read(acme, [])).toEqual(new Map())
    })

    it('takes thousands of tokens at once', async () => {
      const many = new Map(Array.from({ length: 20_000 }, (_, index) => [`D_${index}`, `sealed ${index}`]))
      await subject.port.write(acme, many)
      expect(await subject.port.read(acme, [...many.keys()])).toEqual(many)
    })
  })
}
