import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A path below a folder: no step leads out of it. */
const PATH = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))\S+$/)

const FILE = z.strictObject({
  path: PATH,
  /** The commit, for a file of a repository. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  /** SHA-256 of the text in UTF-8, with lines that end in LF alone and without a byte order mark. */
  sha256: SHA256,
  /** From the number of a line to its marks, as a case writes them: `AES keySize=256 mode=GCM; RSA`. */
  marks: z.record(z.string().regex(/^[1-9]\d*$/), z.string().regex(/^[^«»\n]+$/)),
})

const SOURCE = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('npm'), package: z.string(), version: z.string(), integrity: z.string() }),
  z.strictObject({
    kind: z.literal('debian'),
    package: z.string(),
    version: z.string(),
    archive: PATH,
    sha256: SHA256,
  }),
  z.strictObject({ kind: z.literal('github'), repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/) }),
])

const MANIFEST = z.strictObject({
  projects: z.array(z.strictObject({ language: z.string().regex(/^[a-z]+$/), source: SOURCE, files: z.array(FILE) })),
})

/** What the sample of real code consists of: no text, only where it lies, its hashes and its marks. */
export type Manifest = z.infer<typeof MANIFEST>
export type Project = Manifest['projects'][number]
export type SampleFile = Project['files'][number]
export type Source = Project['source']

/** Reads a manifest. Rejects where it has another form. */
export async function readManifest(path: string): Promise<Manifest> {
  return MANIFEST.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** What people call a source: its package or its repository. */
export function nameOf(source: Source): string {
  return source.kind === 'github' ? source.repository : source.package
}
