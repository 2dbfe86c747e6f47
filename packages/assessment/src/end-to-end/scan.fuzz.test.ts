import {
  type Dirent,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { monotonicMs } from '../adapters/monotonic-clock.ts'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { isKeyOrConfigFile, summariesOfKeyOrConfigFile } from '../keys-and-config/key-and-config-files.ts'
import { linkProject } from '../link/link-project.ts'
import type { Detection, SkipReason } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { languageOf } from '../parse/languages.ts'
import { FileViewer, MAX_PARSE_MS } from '../runtime/look-at-file.ts'
import { type CryptoCase, readCases } from '../testing/crypto-cases.ts'
import { walk } from '../walk/walk.ts'

const cases = await readCases()
const knowledge = prepareKnowledge(await loadPacks())
let base = ''
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-fuzz-scan-')))
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside/Secret.java'), SECRET)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Never to be seen: it lies outside every root. */
const SECRET =
  'class OutsideTheRoot { Object a() throws Exception { return javax.crypto.Cipher.getInstance("DES"); } }\n'

interface Edit {
  readonly at: number
  readonly removed: number
  readonly put: string
}

const HOSTILE = [
  ...[
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '"',
    "'",
    '`',
    '\\',
    '/*',
    '*/',
    '//',
    '#if 1\n',
    '#endif\n',
    '\u0000',
    '\ud800',
  ],
  ...[
    '${',
    '$(',
    '"""',
    "'''",
    '((((((((',
    '{{{{{{{{',
    '\r',
    '\u2028',
    '__proto__',
    'constructor',
    'toString',
    'new ',
    '= ',
  ],
  ...[
    'AES/GCM/NoPadding',
    '-----BEGIN RSA PRIVATE KEY-----\n',
    'x'.repeat(3_000),
    '9'.repeat(500),
    'a.b'.repeat(60),
    '\ufeff',
  ],
]
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  removed: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(80)),
  put: fc.oneof(fc.constant(''), fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 3 })),
})
const edits = fc.array(edit, { maxLength: 6 })

function edited(text: string, changes: readonly Edit[]): string {
  return changes.reduce((rest, { at, removed, put }) => {
    const place = at % (rest.length + 1)
    return rest.slice(0, place) + put + rest.slice(place + removed)
  }, text)
}

const someCase = fc.nat(cases.length - 1).map((at) => cases[at])

/** Names that lie in wait: of version control, of ignore files, of links, and such as shells would read. */
const name = fc.oneof(
  fc.constantFrom('A.java', 'b.py', 'c.go', 'd.c', 'e.ts', 'sshd_config', 'nginx.conf', 'id_rsa', 'key.pem', 'README'),
  fc.constantFrom(
    '.git',
    '.gitignore',
    '.ignore',
    '...',
    ' ',
    '-rf',
    '$(x).js',
    'ä.rb',
    '\u202e.php',
    '%2e%2e',
    'a\nb.py',
  ),
)
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const content = fc.oneof(
  fc.tuple(someCase, edits).map(([one, changes]) => edited(one?.files[0]?.content ?? '', changes)),
  fc.constantFrom('*\n', '!*\n', '/**/*.java\n', '../\n', '\\', '[', '*'.repeat(40), '\u0000binary', ''),
)
const node = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('file' as const), path, content }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      path,
      content: fc.constantFrom('../outside', '../../outside/Secret.java', '.', '/', '/etc/passwd', 'nowhere', 'A.java'),
    }),
    weight: 1,
  },
)
const tree = fc.array(node, { maxLength: 10 })

/** Whether a folder of the place is a link: what is written behind one would land outside. */
function leadsOut(root: string, place: string): boolean {
  const names = place.split('/').slice(0, -1)
  return names.some((_, at) =>
    lstatSync(join(root, ...names.slice(0, at + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  )
}

/** Writes what fits: a name may be taken already, or be that of a file where a folder is wanted. */
function write(root: string, nodes: readonly { kind: 'file' | 'link'; path: string; content: string }[]): void {
  for (const { kind, path: place, content: text } of nodes) {
    try {
      if (leadsOut(root, place)) continue
      mkdirSync(dirname(join(root, place)), { recursive: true })
      if (kind === 'link') symlinkSync(text, join(root, place))
      else writeFileSync(join(root, place), text, { flag: 'wx' })
    } catch {
      // The tree is random anyway.
    }
  }
}

/** All that lies below a folder, but for version control; links are not followed, as `recursive` would. */
function* entriesOf(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    yield entry
    if (entry.isDirectory() && entry.name !== '.git') yield* entriesOf(join(folder, entry.name))
  }
}

function wants(path: string): boolean {
  const name = basename(path)
  return languageOf(name) !== undefined || isKeyOrConfigFile(name)
}

fuzz('scanner', {
  'reads any text of any language, and says only what stands there': {
    property: fc.asyncProperty(someCase, edits, async (one, changes) => {
      if (one === undefined) return
      const files = one.files.map(({ path: place, content: text }) => ({ path: place, content: edited(text, changes) }))
      const lines = new Map(files.map(({ path: place, content: text }) => [place, text.split(/\r\n|[\n\r]/).length]))
      for (const { file, line, evidence, algorithm } of await detect({ ...one, files })) {
        expect(lines.has(file)).toBe(true)
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(lines.get(file) ?? 0)
        expect(evidence.length).toBeLessThanOrEqual(200)
        expect(evidence).not.toMatch(/[\n\r]/)
        expect(typeof algorithm).toBe('string')
      }
    }),
  },
  'stays in its root, and reads each file or says that it does not': {
    property: fc.asyncProperty(tree, fc.boolean(), async (nodes, readsIgnored) => {
      const root = mkdtempSync(join(base, 'root-'))
      write(root, nodes)
      const skipped: SkipReason[] = []
      const ignored = { files: 0, folders: 0 }
      const options = {
        skip: (reason: SkipReason) => void skipped.push(reason),
        ignore: (kind: keyof typeof ignored) => {
          ignored[kind] += 1
        },
        readsIgnored,
        wants,
      }
      const seen = [...walk(root, options)]
      const viewer = new FileViewer(root, knowledge, { maxFileBytes: 100_000, now: monotonicMs })
      for (const file of seen) {
        expect(realpathSync(join(root, file)).startsWith(`${root}${sep}`)).toBe(true)
        const { summaries, skipped: reason } = await viewer.look(file, { isLarge: true, isChosen: false })
        expect(JSON.stringify(summaries)).not.toContain('OutsideTheRoot')
        if (reason !== undefined) expect(['binary', 'parse-failed', 'too-large']).toContain(reason)
      }
      const own = [...entriesOf(root)]
      const links = own.filter((entry) => entry.isSymbolicLink()).length
      const wanted = own.filter((entry) => entry.isFile() && wants(entry.name)).length
      expect(new Set(seen).size).toBe(seen.length)
      // A folder that is left out by an ignore file is counted as one, whatever lies in it.
      if (ignored.folders === 0) {
        expect(skipped).toEqual(Array.from({ length: links }, () => 'symlink'))
        expect(seen.length + ignored.files).toBe(wanted)
      } else expect(seen.length + ignored.files).toBeLessThanOrEqual(wanted)
      if (readsIgnored) expect(ignored).toEqual({ files: 0, folders: 0 })
      rmSync(root, { recursive: true, force: true })
    }),
    runs: 60,
  },
})

/** What is found in files within the time that a scan gives one; nothing of a file that it gives up. */
async function detect({ files }: CryptoCase): Promise<readonly Detection[]> {
  const summaries: FileSummary[] = []
  for (const { path: place, content: text } of files) {
    summaries.push(...summariesOfKeyOrConfigFile(place, Buffer.from(text, 'utf8'), knowledge))
    const until = monotonicMs() + MAX_PARSE_MS
    try {
      const summary = await analyseSource(place, text, knowledge, { mayGoOn: () => monotonicMs() < until })
      if (summary !== undefined) summaries.push(summary)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  return linkProject(summaries, { ...knowledge, maxDetections: 10_000 }).detections
}
