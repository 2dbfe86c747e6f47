import type { LogCheckpoints } from '@sluice/db'
import { growTree, hashLeaf, readNote } from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'
import { describe, expect, it } from 'vitest'
import type { Witness } from './ask-witness.ts'
import { CheckpointSigner } from './sign-checkpoints.ts'

type Kept = NonNullable<Awaited<ReturnType<LogCheckpoints['find']>>>
type Asked = Pick<Witness, 'cosign' | 'name'>

const signerOf = (name: string, byte: number) => createNoteSigner(name, 'cosignature', new Uint8Array(32).fill(byte))

const answering = (name: string, byte: number): Asked => ({
  name,
  cosign: async (note) => [signerOf(name, byte).sign(readNote(note).text, 1e12)],
})
const refusing = (name: string): Asked => ({ name, cosign: () => Promise.reject(new Error('no')) })
/** Answers never, and ends where its signal does. */
const hanging = (name: string): Asked => ({
  name,
  cosign: (_note, _tree, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
})

async function signing(witnesses: readonly Asked[], quorum: number) {
  const leaf = hashLeaf(new Uint8Array(32))
  const [tile] = await growTree(0, [leaf], async () => new Uint8Array())
  const kept = new Map<string, Kept>()
  const checkpoints: LogCheckpoints = {
    size: async () => 1,
    find: async (kind) => kept.get(kind),
    takeTurn: async (sign) => {
      const signed = await sign()
      if (signed !== undefined) kept.set('signed', signed)
      return true
    },
    publish: async (checkpoint) => void kept.set('published', checkpoint),
  }
  const missing: [string, unknown][] = []
  const signer = new CheckpointSigner({
    ...{ origin: 'log.test', witnesses, quorum, checkpoints, graceMs: 5 },
    signers: [createNoteSigner('log.test', 'note', new Uint8Array(32).fill(1))],
    tiles: { read: async () => tile?.bytes ?? new Uint8Array(), readBundle: async () => undefined },
    clock: { nowMs: () => 1e12 },
    onMissing: (witness, error) => void missing.push([witness, error]),
  })
  const state = await signer.tick(new AbortController().signal)
  const published = kept.get('published')
  const names = published === undefined ? undefined : readNote(published.note).signatures.map(({ name }) => name)
  return { state, names, missing: missing.map(([witness]) => witness) }
}

describe('the witnesses of a log', () => {
  it('hold up no checkpoint that enough of them have cosigned, where one never answers', async () => {
    const witnesses = [hanging('slow'), answering('one', 2), answering('two', 3)]
    expect(await signing(witnesses, 2)).toEqual({
      ...{ state: { size: 1, publishedSize: 1 }, names: ['log.test', 'one', 'two'], missing: ['slow'] },
    })
  })

  it('are all below the checkpoint where all answer in time', async () => {
    const witnesses = [answering('one', 2), answering('two', 3), answering('three', 4)]
    expect((await signing(witnesses, 1)).names).toEqual(['log.test', 'one', 'two', 'three'])
  })

  it('publish nothing where too few cosign, and everything where nobody is asked', async () => {
    expect(await signing([answering('one', 2), refusing('two'), refusing('three')], 2)).toEqual({
      ...{ state: { size: 1, publishedSize: 0 }, names: undefined, missing: ['two', 'three'] },
    })
    expect((await signing([], 1)).names).toEqual(['log.test'])
  })
})
