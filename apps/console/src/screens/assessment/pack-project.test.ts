import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { packProject } from './pack-project.ts'

const file = (path: string, text: string) => ({ path, size: text.length, content: new Blob([text]) })

it('packs files with their paths, and counts them', async () => {
  const counts: number[] = []
  const long = 'crypto '.repeat(50_000)
  const files = [file('shop/a.ts', 'one'), file('shop/src/b.ts', long), file('shop/empty', '')]
  const archive = await packProject(files, new AbortController().signal, (count) => counts.push(count))
  const unpacked = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Object.entries(unpacked).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])).toEqual([
    ['shop/a.ts', 'one'],
    ['shop/src/b.ts', long],
    ['shop/empty', ''],
  ])
  expect(archive.size).toBeLessThan(long.length / 10)
  expect(counts).toEqual([1, 2, 3])
})

it('stops when it is told to', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(packProject([file('a', 'x')], stopped, () => {})).rejects.toThrow('stopped')
})
