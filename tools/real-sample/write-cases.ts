import { createHash } from 'node:crypto'
import { nameOf, type Project, type SampleFile } from './manifest.ts'

/** The text whose hash a manifest gives: lines end in LF alone, and no byte order mark begins it. */
export function normalised(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

/** Throws where a text is not the one that the manifest means. */
export function checkText({ path, sha256 }: SampleFile, text: string): void {
  const found = createHash('sha256').update(text).digest('hex')
  if (found !== sha256) throw new Error(`${path} has another hash: ${found}, not ${sha256}`)
}

/**
 * A project as a case of the crypto evaluation: each file with its marks at the ends of the lines. Throws where a file
 * cannot be written as a part of a case, or a mark stands on a line that is not there.
 */
export function caseOf(project: Project, texts: ReadonlyMap<SampleFile, string>): string {
  const { kind } = project.source
  const parts = project.files.map((file) => {
    const text = texts.get(file)
    if (text === undefined) throw new Error(`${file.path} was not fetched`)
    return `--- ${file.path}\n${markedText(file, text)}`
  })
  return `=== ${nameOf(project.source)} of ${kind} [extended]\n${parts.join('\n')}\n`
}

function markedText({ path, marks }: SampleFile, text: string): string {
  if (/^(?:=== |--- \S+\s*$)|«/m.test(text)) throw new Error(`${path} has a line that means something else in a case`)
  const lines = text.split('\n')
  for (const [number, mark] of Object.entries(marks)) {
    const line = lines[Number(number) - 1]
    if (line === undefined) throw new Error(`${path} has no line ${number}`)
    lines[Number(number) - 1] = `${line} «${mark}»`
  }
  return lines.join('\n')
}
