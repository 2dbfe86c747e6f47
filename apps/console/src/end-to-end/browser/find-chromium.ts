import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell']
/** Unpacked once for all tests. */
const UNPACKED = fileURLToPath(new URL('../../../../../.sluice/chromium', import.meta.url))

interface Chromium {
  readonly path: string
  /** Variables that it needs beside those of this process. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Finds a Chromium: the one that `CHROMIUM_PATH` names, the first on the PATH, or the one that npm has brought along,
 * with the libraries that a bare Debian lacks. Throws where none of them is for this kind of machine.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH ?? ''
  const installed = named === '' ? firstOnPath() : named
  if (installed !== undefined) return { path: installed, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('no Chromium is on the PATH, and npm has one for Linux on x64 only; set CHROMIUM_PATH')
  }
  return await unpackChromium()
}

/** Unpacks the Chromium of `@sparticuz/chromium`: of two that do at the same time, one's folder stays. */
async function unpackChromium(): Promise<Chromium> {
  const bin = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))
  const path = join(UNPACKED, 'chromium')
  const env = { LD_LIBRARY_PATH: join(UNPACKED, 'lib'), FONTCONFIG_PATH: join(UNPACKED, 'fonts') }
  if (existsSync(path)) return { path, env }
  const partial = `${UNPACKED}.${process.pid}`
  await mkdir(partial, { recursive: true })
  await pipeline(
    createReadStream(join(bin, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(partial, 'chromium')),
  )
  await chmod(join(partial, 'chromium'), 0o755)
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) await unpackArchive(join(bin, archive), partial)
  await rename(partial, UNPACKED).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(path)) throw error
  })
  return { path, env }
}

async function unpackArchive(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(tar, 'close')
  // tar stops reading at the end that the archive names, which may come before that of the file. Its code decides.
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin).catch((error: unknown) => {
    if (Object(error).code !== 'EPIPE') throw error
  })
  const [code] = await ended
  if (code !== 0) throw new Error(`tar could not unpack ${archive}`)
}

function firstOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
