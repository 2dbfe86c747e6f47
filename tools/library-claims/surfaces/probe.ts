import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Claim } from '../claim.ts'
import type { Surface } from '../surface.ts'

const MAX_OUTPUT_BYTES = 67_108_864

const signature = z.object({
  parameters: z.array(z.object({ name: z.string().exactOptional(), type: z.string().exactOptional() })),
  takesMore: z.boolean().exactOptional(),
})
const answers = z.array(
  z.object({
    look: z.discriminatedUnion('is', [
      z.object({ is: z.literal('declared'), signatures: z.array(signature).exactOptional() }),
      z.object({ is: z.literal('missing'), isTypeMissing: z.boolean().exactOptional() }),
      z.object({ is: z.literal('untold') }),
    ]),
    package: z.object({ package: z.string(), version: z.string() }).nullable(),
  }),
)

/** Languages that can be asked at run time: a program in the language itself looks at what is installed. */
const PROBES = {
  python: { command: '/usr/bin/python3', script: 'python.py' },
  ruby: { command: '/usr/bin/ruby', script: 'ruby.rb' },
  php: { command: '/usr/bin/php', script: 'php.php' },
  npm: { command: process.execPath, script: 'npm.mjs' },
} as const

/**
 * Asks the packages installed on this machine about all claims at once. Throws where the program cannot be run.
 *
 * @param folder where the program runs; for npm, where `node_modules` is.
 */
export function openProbe(language: keyof typeof PROBES, claims: readonly Claim[], folder = '.'): Surface {
  const { command, script } = PROBES[language]
  const path = fileURLToPath(new URL(`../probes/${script}`, import.meta.url))
  const { stdout, stderr, error } = spawnSync(command, [path], {
    input: JSON.stringify(claims),
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  if (error !== undefined || stdout === '') throw new Error(`${command} ${script}: ${error?.message ?? stderr}`)
  const found = answers.parse(JSON.parse(stdout))
  const byClaim = new Map(claims.map((claim, at) => [claim, found[at]]))
  return {
    packageOf: (claim) => byClaim.get(claim)?.package ?? undefined,
    look: (claim) => byClaim.get(claim)?.look ?? { is: 'untold' },
  }
}
