import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeVerifierKey } from '@sluice/evidence'
import { LOG_SIGNER, makeTrail, WITNESS } from '@sluice/evidence/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runVerifyEvidence } from './verify-evidence.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-evidence-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]) {
  const lines: string[] = []
  const code = await runVerifyEvidence(args, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

let trail: Awaited<ReturnType<typeof makeTrail>>
let keys: string
let bundle: string
let range: string
beforeAll(async () => {
  trail = await makeTrail()
  keys = write('trail/keys.txt', `${writeVerifierKey(LOG_SIGNER.key)}\n${writeVerifierKey(WITNESS.key)}\n`)
  bundle = write('trail/bundle.json', await trail.bundleText(2))
  range = write('trail/range.jsonl', `${(await trail.rangeText()).join('\n')}\n`)
})

describe('npm run verify-evidence', () => {
  it('says what was proved, and what was not, of a bundle, a range and a folder', async () => {
    const one = await run(bundle, '--root-keys', keys)
    expect(one).toEqual({ code: 0, text: expect.stringContaining('Proved in zero knowledge: its sensitivity') })
    expect(one.text).toContain('a level from 0 to 3')
    expect(one.text).toContain('Not shown: that what was detected was right')
    expect(await run(range, '--root-keys', keys)).toEqual({
      code: 0,
      text: expect.stringContaining('6 proved; 1 pending'),
    })
    const both = await run(join(folder, 'trail'), '--root-keys', keys)
    expect(both).toEqual({ code: 0, text: expect.stringContaining('Leaves 0 to 12 were seen whole') })
    expect(both.text).not.toContain('Not looked at')
  })

  it('tells of many leaves what is not proved, and of each where it is asked to', async () => {
    const acts = Array.from({ length: 30 }, () => ({ kind: 'other' }) as const)
    const waiting = Array.from(
      { length: 25 },
      () => ({ kind: 'refused', session: 1, decision: 'held', state: 'pending' }) as const,
    )
    const many = await makeTrail([...acts, { kind: 'refused', session: 1, decision: 'denied' }, ...waiting])
    const path = write('many.jsonl', (await many.rangeText()).join('\n'))
    const { code, text } = await run(path, '--root-keys', keys)
    expect(code).toBe(0)
    expect(text).toContain('Proved in zero knowledge, of each that is proved')
    expect(text).toContain('And 5 more that are not proved')
    expect(text).not.toContain('Leaf 0,')
    const each = await run(path, '--root-keys', keys, '--each')
    expect(each.text.match(/^Leaf \d+,/gm)).toHaveLength(56)
  })

  it.each([
    ['a log, on lines of their own', false, ''],
    ['a terminal, over the last one', true, '\r\u001b[K'],
  ])('tells how far a long run is on %s, and leaves what it prints as it is', async (_where, isTerminal, over) => {
    const acts = Array.from({ length: 20 }, () => ({ kind: 'other' }) as const)
    const path = write('a\u001b.jsonl', (await (await makeTrail(acts)).rangeText()).join('\n'))
    const told: string[] = []
    const printed: string[] = []
    const runAt = async (msPerLine: number) => {
      let now = 0
      const output = { write: (text: string) => void told.push(text), isTerminal, nowMs: () => (now += msPerLine) }
      return await runVerifyEvidence([path, '--root-keys', keys], (line) => printed.push(line), output)
    }
    expect(await runAt(100)).toBe(0)
    expect(told).toEqual([])
    const short = printed.splice(0)
    expect(await runAt(1_000)).toBe(0)
    expect(printed).toEqual(short)
    // 22 lines, a second each: the first is told after three, and on a log one for each five that follow.
    const last = isTerminal ? told.pop() : undefined
    expect(last).toBe(isTerminal ? over : undefined)
    expect(told).toHaveLength(isTerminal ? 20 : 4)
    for (const text of told) {
      expect(text.slice(0, over.length)).toBe(over)
      const line = /^a\\u\{1b\}\.jsonl: \d+ lines read, \d+ %$/
      expect(isTerminal ? text.slice(over.length) : text.slice(0, -1)).toMatch(line)
      expect(text.endsWith('\n')).toBe(!isTerminal)
    }
    if (isTerminal) expect(told.at(-1)).toContain('22 lines read, 100 %')
  })

  it('lets no name act on the terminal, or look like a line of its own', async () => {
    const named = await makeTrail([
      { kind: 'refused', tenant: 'a\u001b[2J\nNo fault', decision: 'held', endpoints: [['\u202emodel\u2028', 3]] },
    ])
    const path = write('named.json', await named.bundleText(0))
    const { code, text } = await run(path, '--root-keys', keys)
    expect(code).toBe(0)
    expect(text).toContain('the tenant a\\u{1b}[2J\\u{a}No fault.')
    expect(text).toContain('it went to \\u{202e}model\\u{2028} (up to level 3)')
    for (const letter of ['\u001b', '\u202e', '\u2028']) expect(text).not.toContain(letter)
  })

  it('names the first fault and its place', async () => {
    const lines = await trail.rangeText()
    const removed = write('removed.jsonl', lines.toSpliced(4, 1).join('\n'))
    expect(await run(removed, '--root-keys', keys)).toEqual({
      code: 1,
      text: 'FAULT: removed.jsonl, line 5 (leaf 3): before it, the records 3 to 3 of the tenant are missing: removed, or taken out.',
    })
    const cut = write('cut.json', (await trail.bundleText(2)).slice(0, 900))
    expect(await run(cut, '--root-keys', keys)).toEqual({ code: 1, text: expect.stringMatching(/^FAULT: cut.json: /) })
    const latin = write('latin.json', Uint8Array.of(0x7b, 0xff, 0xfe))
    expect(await run(latin, '--root-keys', keys)).toEqual({ code: 1, text: expect.stringContaining('UTF-8') })
    const marked = write('marked.json', `\uFEFF${await trail.bundleText(2)}`)
    expect(await run(marked, '--root-keys', keys)).toMatchObject({ code: 1 })
    const none = write('empty/none.txt', 'nothing')
    expect(await run(dirname(none), '--root-keys', keys)).toEqual({
      code: 1,
      text: expect.stringContaining('no evidence here'),
    })
    const long = write('long.jsonl', `{"range":${' '.repeat(3_000_000)}`)
    expect(await run(long, '--root-keys', keys)).toMatchObject({ code: 1 })
  })

  it('waits for no pipe that somebody has put among the files', async () => {
    write('piped/range.jsonl', `${(await trail.rangeText()).join('\n')}\n`)
    execFileSync('mkfifo', [join(folder, 'piped/pipe.json')])
    expect(await run(join(folder, 'piped'), '--root-keys', keys)).toEqual({
      code: 1,
      text: 'FAULT: pipe.json: it is neither a bundle nor a range.',
    })
  })

  it('holds the files against a challenge that a seed has chosen', async () => {
    const chosen = await run('choose', '--seed', 'a beacon', '--count', '3', '--from', '0', '--to', '13')
    expect(chosen.code).toBe(0)
    const { numbers }: { numbers: number[] } = JSON.parse(chosen.text)
    expect(numbers).toHaveLength(3)
    const challenge = write('challenge.json', chosen.text)
    const { code, text } = await run(range, '--root-keys', keys, '--challenge', challenge)
    const isAnswered = numbers.every((number) => [0, 2, 3, 5, 10, 12].includes(number))
    expect(code).toBe(isAnswered ? 0 : 1)
    expect(text).toContain(isAnswered ? 'Each number of the challenge' : 'CHALLENGE NOT ANSWERED')
    const own = write('own.json', '{"challenge":1,"by":"leaf","numbers":[2,11]}')
    expect(await run(range, '--root-keys', keys, '--challenge', own)).toEqual({
      code: 1,
      text: expect.stringMatching(/^ {2}11 \(record 0199c1ab-.*011\): it has neither a proof nor an opening$/m),
    })
    const answered = write('answered.json', '{"challenge":1,"by":"leaf","numbers":[0,2,3]}')
    expect(await run(range, '--root-keys', keys, '--challenge', answered)).toMatchObject({ code: 0 })
  })

  it.each([
    [],
    ['x'],
    ['x', 'y', '--root-keys', 'z'],
    ['x', '--root-keys'],
    ['x', '--root-keys', 'y', '--unknown'],
    ['choose'],
    ['choose', '--seed', 'x', '--count', '0', '--from', '0', '--to', '9'],
    ['choose', '--seed', 'x', '--count', '10', '--from', '0', '--to', '9'],
    ['choose', '--seed', 'x', '--count', '1', '--from', '0', '--to', '9', '--by', 'row'],
    ['choose', '--seed', 'x', '--count', 'many', '--from', '0', '--to', '9'],
  ])('explains itself for %j', async (...args) => {
    expect(await run(...args)).toEqual({ code: 2, text: expect.stringContaining('Usage: npm run verify-evidence') })
  })

  it('says what is wrong with the files that it needs', async () => {
    expect(await run(bundle, '--root-keys', join(folder, 'none'))).toEqual({
      code: 2,
      text: expect.stringContaining('no such file'),
    })
    expect(await run(join(folder, 'none'), '--root-keys', keys)).toEqual({
      code: 2,
      text: expect.stringContaining('no such file'),
    })
    const bad = write('bad.txt', 'nonsense')
    expect(await run(bundle, '--root-keys', bad)).toEqual({
      code: 2,
      text: expect.stringContaining('Line 1 is neither'),
    })
    expect(await run(bundle, '--root-keys', keys, '--challenge', bad)).toEqual({
      code: 2,
      text: expect.stringContaining('The challenge is none'),
    })
  })
})
