import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { z } from 'zod'
import { PNPM_DIRECTORY, ROOT_DIRECTORY, toolEnvironment } from '../bootstrap/paths.mjs'

/** What is known against one package that is installed to run. */
interface Advisory {
  readonly package: string
  readonly severity: string
  readonly title: string
  readonly url: string
  readonly versions: readonly string[]
}

/** What the registry knows against the installed packages, or why it was not learnt. */
export type Audit =
  | { readonly type: 'looked'; readonly packages: number; readonly advisories: readonly Advisory[] }
  | { readonly type: 'not looked'; readonly reason: string }

const LONGEST_LOOK_MS = 120_000
const LARGEST_REPLY_BYTES = 64 * 2 ** 20

/** The part of pnpm's report that counts here. */
const reportSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({
      module_name: z.string(),
      severity: z.string(),
      title: z.string(),
      url: z.string(),
      findings: z.array(z.object({ version: z.string() })),
    }),
  ),
  metadata: z.object({ totalDependencies: z.int().positive() }),
})

/**
 * Asks the configured registry what is known against the production dependencies, by name and version. That is all that
 * leaves. Only a whole report counts as having looked.
 *
 * @param environment variables for pnpm beside those of every tool.
 */
export async function readAudit(environment: Readonly<Record<string, string>> = {}): Promise<Audit> {
  const { stdout, stderr } = await runAudit(environment)
  const report = reportSchema.safeParse(parseJson(stdout))
  if (!report.success) return { type: 'not looked', reason: reasonOf(stderr === '' ? stdout : stderr) }
  const { advisories, metadata } = report.data
  return {
    type: 'looked',
    packages: metadata.totalDependencies,
    advisories: Object.values(advisories).map(({ module_name, severity, title, url, findings }) => ({
      ...{ package: module_name, severity, title, url },
      versions: Array.from(new Set(findings.map(({ version }) => version))),
    })),
  }
}

/** The exit code says less than the report: pnpm ends with 1 where it found something and where it could not look. */
function runAudit(environment: Readonly<Record<string, string>>): Promise<{ stdout: string; stderr: string }> {
  const pnpm = resolve(PNPM_DIRECTORY, 'node_modules/.bin/pnpm')
  const options = {
    cwd: ROOT_DIRECTORY,
    env: toolEnvironment(environment),
    timeout: LONGEST_LOOK_MS,
    maxBuffer: LARGEST_REPLY_BYTES,
  }
  return new Promise((done) => {
    execFile(pnpm, ['audit', '--prod', '--json'], options, (error, stdout, stderr) => {
      done({ stdout, stderr: stderr === '' && stdout === '' ? String(error?.message ?? '') : stderr })
    })
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const LONGEST_REASON_CHARS = 400

function reasonOf(output: string): string {
  const text = output.replaceAll(/[\s│├╰─▶×]+/gu, ' ').trim()
  return text === '' ? 'pnpm said nothing' : text.slice(0, LONGEST_REASON_CHARS)
}
