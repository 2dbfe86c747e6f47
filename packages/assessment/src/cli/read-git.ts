import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Longer than the packed references of 10,000 tags; a longer file is not read. */
const MAX_BYTES = 1_048_576
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
/** Git allows no `..` in the name of a reference; it must not lead out of the folder either (git-check-ref-format). */
const REFERENCE = /^ref: (refs\/(?!.*\.\.)[\w./+@-]{1,200})$/

/**
 * The commit that a folder stands at, and its first packed tag, from the files of git: no program of git is run.
 * Empty where the folder is no root of a working tree, or anything cannot be read.
 */
export async function readGit(folder: string): Promise<{ readonly commit?: string; readonly version?: string }> {
  const git = await gitFolderOf(folder)
  const head = await lineOf(join(git, 'HEAD'))
  // A linked working tree has its own HEAD and shares the references.
  const shared = resolve(git, (await lineOf(join(git, 'commondir'))) ?? '.')
  const packed = (await textOf(join(shared, 'packed-refs'))) ?? ''
  const reference = REFERENCE.exec(head ?? '')?.[1]
  const commit =
    reference === undefined ? head : ((await lineOf(join(shared, reference))) ?? packedCommit(packed, reference))
  if (commit === undefined || !COMMIT.test(commit)) return {}
  const version = packedTag(packed, commit)
  return { commit, ...(version === undefined ? {} : { version }) }
}

async function gitFolderOf(folder: string): Promise<string> {
  const git = join(folder, '.git')
  const linked = /^gitdir: (.+)$/.exec((await lineOf(git)) ?? '')?.[1]
  return linked === undefined ? git : resolve(folder, linked)
}

function packedCommit(packed: string, reference: string): string | undefined {
  const line = packed.split('\n').find((one) => one.endsWith(` ${reference}`))
  return line?.slice(0, line.indexOf(' '))
}

/** A line `^commit` holds what the annotated tag on the line before it points at (git-pack-refs). */
function packedTag(packed: string, commit: string): string | undefined {
  const lines = packed.split('\n')
  const index = lines.findIndex((line) => line === `^${commit}` || line.startsWith(`${commit} refs/tags/`))
  const line = lines[lines[index]?.startsWith('^') === true ? index - 1 : index]
  return /^\w+ refs\/tags\/(.{1,200})$/.exec(line ?? '')?.[1]
}

async function lineOf(path: string): Promise<string | undefined> {
  return (await textOf(path))?.split('\n')[0]?.trim()
}

async function textOf(path: string): Promise<string | undefined> {
  const status = await stat(path).catch(() => undefined)
  if (status?.isFile() !== true || status.size > MAX_BYTES) return undefined
  return await readFile(path, 'utf8').catch(() => undefined)
}
