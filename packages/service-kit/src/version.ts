import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifestSchema = z.object({ version: z.string() })

/** The version of this product: all packages have one, which `npm run release:version` writes into their manifests. */
export const VERSION: string = manifestSchema.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
).version
