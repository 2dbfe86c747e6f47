import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell']

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
    throw new Error('No Chromium is on the PATH, and npm brings one along for Linux on x64 only. Set CHROMIUM_PATH.')
  }
  const bin = join(import.meta.resolve('@sparticuz/chromium').replace('file://', ''), '../../bin')
  const [path] = await Promise.all(
    ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((file) => inflate(join(bin, file))),
  )
  if (path === undefined) throw new Error('The Chromium of npm could not be unpacked.')
  const libraries = join(tmpdir(), 'al2023', 'lib')
  return { path, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(tmpdir(), 'fonts') } }
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
