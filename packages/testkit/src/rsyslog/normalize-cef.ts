import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { makeTemporaryDirectory } from '../system/temporary-directory.ts'
import { obtainRsyslog } from './rsyslog-binary.ts'

const normalizedSchema = z.object({
  cef: z.object({
    DeviceVendor: z.string(),
    DeviceProduct: z.string(),
    DeviceVersion: z.string(),
    SignatureID: z.string(),
    Name: z.string(),
    Severity: z.string(),
    Extensions: z.record(z.string(), z.string()),
  }),
})

type NormalizedCef = z.infer<typeof normalizedSchema>['cef']

/** liblognorm throws away the first letter of the extension, where CEF has no space. */
const HEADER = /^(?:[^|\\]|\\.)*\|(?:(?:[^|\\]|\\.)*\|){6}/

/**
 * Takes lines of CEF apart with `lognormalizer`, a parser that is not ours. Throws where it cannot read one of them.
 * Source: liblognorm's documentation, field type `cef`.
 */
export async function normalizeCef(lines: readonly string[]): Promise<NormalizedCef[]> {
  const { lognormalizer, libraryPath } = await obtainRsyslog()
  const directory = await makeTemporaryDirectory('lognorm')
  const rules = join(directory, 'cef.rb')
  try {
    await writeFile(rules, 'version=2\nrule=:%cef:cef%\n')
    const output = await new Promise<string>((resolve, reject) => {
      const env = { ...process.env, LD_LIBRARY_PATH: libraryPath }
      const options = { env, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }
      const child = execFile(lognormalizer, ['-r', rules, '-e', 'json'], options, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      )
      child.stdin?.end(lines.map((line) => `${line.replace(HEADER, '$& ')}\n`).join(''))
    })
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => normalizedSchema.parse(JSON.parse(line)).cef)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
