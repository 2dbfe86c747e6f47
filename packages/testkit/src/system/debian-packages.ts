import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExecutable } from './find-executable.ts'
import { type CommandResult, runCommand } from './run-command.ts'

interface DebianUnpacking {
  /** What is wanted: the dependencies this machine lacks are found by apt itself. */
  readonly packages: readonly string[]
  /** Taken when apt cannot work out dependencies. */
  readonly fallbackPackages: readonly string[]
  readonly targetDirectory: string
}

/** Says whether Debian packages can be fetched and unpacked here. */
export function canUnpackDebianPackages(): boolean {
  return ['apt-get', 'dpkg'].every((name) => findExecutable(name) !== undefined)
}

/**
 * Downloads Debian packages and unpacks them into a folder, without root and without installing anything.
 * The folder appears complete or not at all. Throws with apt's own message when the packages cannot be fetched.
 */
export async function unpackDebianPackages(unpacking: DebianUnpacking): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'sluice-apt-'))
  try {
    const downloads = await download(work, unpacking)
    const partial = `${unpacking.targetDirectory}.${process.pid}.partial`
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial, { recursive: true })
    for (const file of downloads) {
      const unpacked = await runCommand('dpkg', ['-x', file, partial])
      if (unpacked.code !== 0) throw new Error(`dpkg could not unpack a package: ${lastLine(unpacked)}`)
    }
    await rm(unpacking.targetDirectory, { recursive: true, force: true })
    await rename(partial, unpacking.targetDirectory)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function download(work: string, unpacking: DebianUnpacking): Promise<string[]> {
  const folders = { downloads: join(work, 'downloads'), lists: join(work, 'lists'), cache: join(work, 'cache') }
  for (const folder of Object.values(folders)) await mkdir(join(folder, 'partial'), { recursive: true })
  const config = join(work, 'apt.conf')
  // Hooks of the machine (cache cleaners, indexers) need root and are not ours to run.
  await writeFile(config, '#clear APT::Update::Post-Invoke;\n#clear APT::Update::Post-Invoke-Success;\n')
  const base = ['-c', config, '-q', '-o', `Dir::Cache=${folders.cache}`, '-o', 'Debug::NoLocking=true']
  const unsandboxed = ['-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Retries=3']
  const withSystemLists = [...base, ...unsandboxed]
  const withOwnLists = [...withSystemLists, '-o', `Dir::State::lists=${folders.lists}`]

  const first = await fetchPackages(withSystemLists, folders.downloads, unpacking)
  if (first.code !== 0) {
    // The machine's package lists are missing or name versions that are gone: fetch fresh ones for ourselves.
    const update = await runCommand('apt-get', [...withOwnLists, 'update'], { timeoutMs: 240_000 })
    if (update.code !== 0) throw new Error(`apt-get update failed: ${lastLine(update)}`)
    const second = await fetchPackages(withOwnLists, folders.downloads, unpacking)
    if (second.code !== 0) throw new Error(`apt-get download failed: ${lastLine(second)}`)
  }
  const names = await readdir(folders.downloads)
  return names.filter((name) => name.endsWith('.deb')).map((name) => join(folders.downloads, name))
}

async function fetchPackages(options: string[], folder: string, unpacking: DebianUnpacking): Promise<CommandResult> {
  const plan = await runCommand('apt-get', [
    ...options,
    '--simulate',
    '--no-install-recommends',
    'install',
    ...unpacking.packages,
  ])
  const missing = plan.stdout.split('\n').flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
  const names = plan.code === 0 ? [...unpacking.packages, ...missing] : unpacking.fallbackPackages
  return await runCommand('apt-get', [...options, 'download', ...new Set(names)], { cwd: folder, timeoutMs: 240_000 })
}

function lastLine(result: CommandResult): string {
  const lines = `${result.stdout}\n${result.stderr}`.trim().split('\n')
  return lines.findLast((line) => line.startsWith('E:')) ?? lines.at(-1) ?? ''
}
