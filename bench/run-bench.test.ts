import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { helpCommandOf, runBench } from './bench-command.ts'
import { UsageError } from './command-line.ts'

/** What a call prints. */
async function outputOf(...args: string[]): Promise<string> {
  const printed: string[] = []
  expect(await runBench(args, (text) => printed.push(text))).toBe(0)
  return printed.join('\n')
}

describe('the help of bench', () => {
  it('lists every bench', async () => {
    const output = await outputOf('--help')
    for (const name of [
      'events',
      'evidence',
      'freeze',
      'gateway',
      'assessment-api',
      'hostile',
      'neighbours',
      'outbox',
      'pipeline',
      'scan',
      'soak',
      'overload',
      'latency',
      'stack',
      'all',
      'rolling',
      'failover',
      'wires',
      'providers',
    ]) {
      expect(output).toMatch(new RegExp(`^  ${name} +\\w`, 'm'))
    }
  })

  it.each([
    ['gateway', ['--rounds N', '--seconds N', '--warm-up N', '--connections N', '--stream', '--cached', '--only LIST']],
    ['freeze', ['--rounds N', '--streams N', '--sessions N', '--gateways N', '--with-neighbours', '--source']],
    [
      'neighbours',
      ['--case LIST', '--seconds N', '--users N', '--rate N', '--checkout FOLDER', '--source', '--targets'],
    ],
    [
      'hostile',
      [
        '--case LIST',
        '--seconds N',
        '--full-seconds N',
        '--users N',
        '--node-options TEXT',
        '--checkout FOLDER',
        '--source',
        '--targets',
      ],
    ],
    [
      'events',
      [
        '--case LIST',
        '--sessions N',
        '--rate N',
        '--outage N',
        '--kills N',
        '--seed N',
        '--records N',
        '--rounds N',
        '--requests N',
        '--source',
      ],
    ],
    ['evidence', ['--rounds N', '--proofs N']],
    ['wires', ['--rounds N', '--seconds N', '--warm-up N', '--connections N', '--stream']],
    ['providers', ['--rounds N', '--seconds N', '--warm-up N', '--connections N']],
    ['pipeline', ['--rounds N', '--batches N']],
    ['assessment-api', ['--path FOLDER', '--files N', '--scans N', '--workers N']],
    [
      'scan',
      [
        '--path FOLDER',
        '--rounds N',
        '--megabytes N',
        '--small-files N',
        '--language NAME',
        '--dense',
        '--fetch',
        '--packs LIST',
      ],
    ],
  ])('names every flag of %s', async (name, flags) => {
    const output = await outputOf(name, '--help')
    const shown = [...output.matchAll(/^ {2}(--[\w-]+(?: [A-Z]+)?) {2}/gm)].map((match) => match[1])
    expect(shown).toEqual([...flags, '--json', '--help'])
  })
})

it.each([
  [[], /^Which bench\?$/],
  [['nothing'], /^There is no bench 'nothing'\.$/],
  [['constructor'], /^There is no bench 'constructor'\.$/],
  [['gateway', '--round', '3'], /^Unknown option '--round'\.$/],
  [['gateway', '--rounds'], /^Option '--rounds <value>' argument missing\.$/],
  [['gateway', 'extra'], /^Unexpected argument 'extra'\.$/],
  [['gateway', '--only', 'nginx'], /^--only takes sluice, pass-through, portkey, portkey-guarded, traced, sampled\.$/],
  [['gateway', '--warm-up', '0'], /^--warm-up takes a whole number from 1 to 1000000000, not '0'\.$/],
  [['wires', '--warm-up', '6s'], /^--warm-up takes a whole number from 1 .* not '6s'\.$/],
  [['providers', '--warm-up', '1.5'], /^--warm-up takes a whole number from 1 .* not '1\.5'\.$/],
  [['freeze', '--rounds', '0'], /^--rounds takes a whole number from 1 to 10000, not '0'\.$/],
  [['freeze', '--streams', '9', '--sessions', '8'], /^--streams takes no more than there are --sessions\.$/],
  [['neighbours', '--case', 'nobody'], /^There is no case 'nobody'\.$/],
  [['neighbours', '--users', '101'], /^--users takes a whole number from 1 to 100, not '101'\.$/],
  [['pipeline', '--rounds', '1.5'], /^--rounds takes a whole number from 1 .* not '1\.5'\.$/],
  [['assessment-api', '--files', 'x'], /^--files takes a whole number from 0 .* not 'x'\.$/],
  [['scan', '--language', 'cobol'], /^--language takes java or go\.$/],
])('says in one line what is wrong with %j', async (args, message) => {
  const failure = await runBench(args, () => undefined).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UsageError)
  expect(String(failure).replace('UsageError: ', '')).toMatch(message)
})

it('ends with code 2, one line and the command that helps', async () => {
  expect(helpCommandOf(['nothing'])).toBe('npm run bench -- --help')
  const script = fileURLToPath(new URL('./run-bench.ts', import.meta.url))
  const call = promisify(execFile)(process.execPath, ['--conditions=@sluice/source', script, 'gateway', '--round', '3'])
  const stderr = "Unknown option '--round'. See: npm run bench -- gateway --help\n"
  await expect(call).rejects.toMatchObject({ code: 2, stdout: '', stderr })
})
