import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { EvidenceFile } from '@sluice/evidence'
import { textLines } from '../text-lines/text-lines.ts'

/** A longer line is none of evidence. */
const MAX_LINE_LENGTH = 1_100_000

/**
 * The files at a path: itself, or what is in the folder, but for files that are used otherwise. Rejects where there is
 * nothing.
 */
export async function evidenceFilesAt(path: string, others: readonly string[]): Promise<readonly EvidenceFile[]> {
  if (!(await stat(path)).isDirectory()) return [fileAt(path)]
  const entries = await readdir(path, { withFileTypes: true })
  const isOther = (name: string) => others.some((other) => resolve(other) === resolve(path, name))
  const files: EvidenceFile[] = []
  for (const { name } of entries.filter((entry) => !isOther(entry.name))) {
    const found = await stat(join(path, name))
    // A pipe, say, would be waited for without end.
    if (found.isFile()) files.push(fileAt(join(path, name)))
    else files.push({ name: found.isDirectory() ? `${name}/` : name, lines: () => [] })
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function fileAt(path: string): EvidenceFile {
  return { name: basename(path), lines: () => textLines(createReadStream(path), MAX_LINE_LENGTH) }
}
