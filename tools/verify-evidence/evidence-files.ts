import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { textLines } from '../text-lines/text-lines.ts'
import type { SizedFile } from './progress.ts'

/** A longer line is none of evidence. */
const MAX_LINE_LENGTH = 1_100_000

/**
 * The files at a path: itself, or what is in the folder, but for files that are used otherwise. Rejects where there is
 * nothing.
 */
export async function evidenceFilesAt(path: string, others: readonly string[]): Promise<readonly SizedFile[]> {
  const there = await stat(path)
  if (!there.isDirectory()) return [fileAt(path, there.size)]
  const entries = await readdir(path, { withFileTypes: true })
  const isOther = (name: string) => others.some((other) => resolve(other) === resolve(path, name))
  const files: SizedFile[] = []
  for (const { name } of entries.filter((entry) => !isOther(entry.name))) {
    const found = await stat(join(path, name))
    // A pipe, say, would be waited for without end.
    if (found.isFile()) files.push(fileAt(join(path, name), found.size))
    else files.push({ name: found.isDirectory() ? `${name}/` : name, bytes: 0, lines: () => [] })
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function fileAt(path: string, bytes: number): SizedFile {
  return { name: basename(path), bytes, lines: () => textLines(createReadStream(path), MAX_LINE_LENGTH) }
}
