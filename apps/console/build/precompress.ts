import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
/** A smaller file gains nothing. */
const SMALLEST_BYTES = 1024

/** Puts `.br` and `.gz` beside each file of the build that is worth it, which the admin service sends as they are. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const [name, output] of Object.entries(bundle)) {
        const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source)
        if (bytes.length < SMALLEST_BYTES) continue
        await writeFile(join(dir, `${name}.br`), await asBrotli(bytes))
        await writeFile(join(dir, `${name}.gz`), await asGzip(bytes))
      }
    },
  }
}
