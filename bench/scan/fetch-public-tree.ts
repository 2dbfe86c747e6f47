import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import manifest from './public-tree.json' with { type: 'json' }

const run = promisify(execFile)

/** Source packages of Debian, whose upstream archives make up the tree. */
export const publicTreeSchema = z.strictObject({
  title: z.string(),
  sources: z
    .array(
      z.strictObject({
        package: z.string().regex(/^[a-z0-9][a-z0-9.+-]+$/),
        version: z.string().regex(/^[A-Za-z0-9.+~:-]+$/),
        /** The upstream archive; what Debian adds is left out. */
        archive: z.string().regex(/^[a-z0-9][\w.+~-]+\.orig\.tar\.[a-z0-9]+$/),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
})

/**
 * Puts the public tree of `public-tree.json` into an empty or missing folder. Needs Debian's `apt-get` with source
 * packages switched on, and `tar`. Throws where an archive cannot be had or is not the one of the manifest. Nothing of
 * it is kept elsewhere.
 */
export async function fetchPublicTree(folder: string): Promise<void> {
  const { sources } = publicTreeSchema.parse(manifest)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  const downloads = await mkdtemp(join(tmpdir(), 'sluice-sources-'))
  try {
    for (const source of sources) {
      const wanted = `${source.package}=${source.version}`
      // Mirrors drop what Debian adds sooner than the archive itself: the hash tells whether that is there.
      const cause = await run('apt-get', ['source', '--download-only', wanted], { cwd: downloads }).catch((e) => e)
      const archive = join(downloads, source.archive)
      const hash = await sha256Of(archive).catch(() => undefined)
      if (hash !== source.sha256) throw new Error(`${source.archive} of ${wanted} cannot be had.`, { cause })
      const target = join(folder, source.package)
      await mkdir(target)
      await run('tar', ['--extract', '--file', archive, '--directory', target])
    }
  } finally {
    await rm(downloads, { recursive: true, force: true })
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
