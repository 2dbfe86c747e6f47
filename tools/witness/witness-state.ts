import { hash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCheckpoint, readNote, type SignedNote, signersOf, type TreeHead, writeNote } from '@sluice/evidence'
import { createNoteSigner, type NoteSigner, SEED_BYTES } from '@sluice/evidence/node'
import { z } from 'zod'
import { createFile, NumberedFiles, OtherWriter } from './numbered-files.ts'

/** The state is not one that a witness may go on from. */
class UnusableState extends Error {
  override readonly name = 'UnusableState'
}

const KEY_FILE = 'key.json'
const MAX_FORKS = 64

const keySchema = z.strictObject({ name: z.string(), seed: z.base64() })
const stateSchema = z.strictObject({ cosigned: z.record(z.string(), z.string()) })

interface Cosigned {
  readonly head: TreeHead
  /** The note with the signatures of the log and of the witness. */
  readonly note: string
}

/** What a witness must never forget: its key, and the checkpoint of each log that it has cosigned last. */
export class WitnessState {
  /** An Ed25519 key, and one of ML-DSA-44 of the same name. */
  readonly signers: readonly NoteSigner[]
  readonly #folder: string
  readonly #files: NumberedFiles
  #cosigned: ReadonlyMap<string, Cosigned>

  private constructor(
    folder: string,
    files: NumberedFiles,
    signers: readonly NoteSigner[],
    cosigned: ReadonlyMap<string, Cosigned>,
  ) {
    this.#folder = folder
    this.#files = files
    this.signers = signers
    this.#cosigned = cosigned
  }

  /**
   * Opens the state in a folder, and makes it and the key where there is neither.
   *
   * @param name of the key. It cannot be changed later.
   * @throws `UnusableState` where one of both is missing, is altered, or belongs to another name: a witness that has
   *   forgotten what it cosigned would cosign a fork.
   */
  static async open(folder: string, name: string): Promise<WitnessState> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { files, text } = await NumberedFiles.open(folder)
    const keyText = await readKey(folder)
    if (keyText !== undefined && text === undefined) throw new UnusableState('There is a key, and its state is gone.')
    const cosigned = text === undefined ? {} : parseAs(stateSchema, text).cosigned
    if (keyText === undefined && Object.keys(cosigned).length > 0) {
      throw new UnusableState('There is a state, and its key is gone.')
    }
    if (text === undefined) await files.replace(JSON.stringify({ cosigned }))
    const signers = keyText === undefined ? await createKey(folder, name) : signersFrom(keyText, name)
    const read = Object.entries(cosigned).map(
      ([origin, note]) => [origin, readCosigned(origin, note, signers)] as const,
    )
    return new WitnessState(folder, files, signers, new Map(read))
  }

  /** The tree that was cosigned last of a log; undefined where none was. */
  lastOf(origin: string): TreeHead | undefined {
    return this.#cosigned.get(origin)?.head
  }

  /**
   * Keeps what is cosigned of a log, on the disk. Throws what the file system throws, and `OtherWriter` where another
   * process uses the folder.
   */
  async keep(origin: string, head: TreeHead, note: SignedNote): Promise<void> {
    const cosigned = new Map(this.#cosigned).set(origin, { head, note: writeNote(note) })
    const notes = Object.fromEntries([...cosigned].map(([name, one]) => [name, one.note]))
    await this.#files.replace(JSON.stringify({ cosigned: notes }))
    this.#cosigned = cosigned
  }

  /** Throws `OtherWriter` where another process has kept something since, so that this one knows old trees only. */
  async requireNewest(): Promise<void> {
    await this.#files.requireNewest()
  }

  /**
   * Keeps the proof that a log has signed two trees of one size: both notes, in a file. Gives its path; undefined where
   * there is one already, or too many.
   */
  async keepFork(origin: string, other: SignedNote): Promise<string | undefined> {
    const last = this.#cosigned.get(origin)
    const forks = (await readdir(this.#folder)).filter((name) => name.startsWith('fork-'))
    if (last === undefined || forks.length >= MAX_FORKS) return undefined
    const name = `fork-${hash('sha256', origin, 'hex').slice(0, 16)}-${last.head.size}.txt`
    try {
      await createFile(this.#folder, name, `${last.note}\n${writeNote(other)}`)
    } catch (error) {
      if (error instanceof OtherWriter) return undefined
      throw error
    }
    return join(this.#folder, name)
  }
}

async function readKey(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, KEY_FILE), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function createKey(folder: string, name: string): Promise<readonly NoteSigner[]> {
  const text = JSON.stringify({ name, seed: randomBytes(SEED_BYTES).toString('base64') })
  const signers = signersFrom(text, name)
  await createFile(folder, KEY_FILE, text)
  return signers
}

function signersFrom(keyText: string, name: string): readonly NoteSigner[] {
  const key = parseAs(keySchema, keyText)
  if (key.name !== name) throw new UnusableState('The key in the folder has another name.')
  const seed = new Uint8Array(Buffer.from(key.seed, 'base64'))
  return [createNoteSigner(name, 'cosignature', seed), createNoteSigner(name, 'cosignature-ml-dsa-44', seed)]
}

/** Each note has the signatures of this witness, so that an altered one is told. */
function readCosigned(origin: string, note: string, signers: readonly NoteSigner[]): Cosigned {
  try {
    const signed = readNote(note)
    const keys = signers.map(({ key }) => key)
    const { origin: own, size, root } = readCheckpoint(signed.text)
    if (own === origin && signersOf(signed, keys).length === keys.length) return { head: { size, root }, note }
  } catch (cause) {
    throw new UnusableState('The state is altered.', { cause })
  }
  throw new UnusableState('The state is altered.')
}

function parseAs<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new UnusableState('A file of the state is not one.', { cause })
  }
}
