import { constants } from 'node:fs'
import { link, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Another process writes into the folder too. */
export class OtherWriter extends Error {
  override readonly name = 'OtherWriter'
}

const NAME = /^state-(\d{15})\.json$/
const LEFT_OVER = /^unfinished-/

/**
 * One text that is replaced as a whole, in a folder: each version is a file of the next number, so that of two writers
 * one fails, also where they run on different machines. What was written is on the disk.
 */
export class NumberedFiles {
  readonly #folder: string
  #number: number

  private constructor(folder: string, number: number) {
    this.#folder = folder
    this.#number = number
  }

  /** Opens the folder, and gives the newest text; undefined where there is none yet. */
  static async open(folder: string) {
    const names = await readdir(folder)
    for (const name of names.filter((one) => LEFT_OVER.test(one))) await unlink(join(folder, name))
    const [newest = 0] = numbersOf(names)
    const text = newest === 0 ? undefined : await readFile(join(folder, nameOf(newest)), 'utf8')
    return { files: new NumberedFiles(folder, newest), text }
  }

  /** Replaces the text. Throws {@link OtherWriter} where somebody else has, and what the file system throws. */
  async replace(text: string): Promise<void> {
    const number = this.#number + 1
    await createFile(this.#folder, nameOf(number), text)
    this.#number = number
    // A writer that was overtaken may fill a number that has been removed; the newer one tells.
    for (const older of await this.#requireNewest()) await unlink(join(this.#folder, nameOf(older)))
  }

  /** Throws {@link OtherWriter} where somebody else has replaced the text. */
  async requireNewest(): Promise<void> {
    await this.#requireNewest()
  }

  async #requireNewest(): Promise<readonly number[]> {
    const [newest, ...older] = numbersOf(await readdir(this.#folder))
    if (newest !== this.#number) throw new OtherWriter('Another process writes the state.')
    return older
  }
}

/**
 * Creates a file as a whole: a reader never sees a part, and it is on the disk when this resolves.
 *
 * @throws {OtherWriter} where there is one of the name.
 */
export async function createFile(folder: string, name: string, text: string): Promise<void> {
  const unfinished = join(folder, `unfinished-${process.pid}-${name}`)
  await writeThrough(unfinished, text)
  try {
    await link(unfinished, join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new OtherWriter('Another process has written a file of the name.')
    }
    throw error
  } finally {
    await unlink(unfinished)
  }
  const directory = await open(folder, constants.O_RDONLY)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function nameOf(number: number): string {
  return `state-${String(number).padStart(15, '0')}.json`
}

/** The newest first. */
function numbersOf(names: readonly string[]): readonly number[] {
  const numbers = names.map((name) => Number(NAME.exec(name)?.[1] ?? 0))
  return numbers.filter((number) => number > 0).sort((one, other) => other - one)
}
