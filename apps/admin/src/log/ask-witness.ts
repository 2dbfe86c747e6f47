import { readNote, readSignatures, signersOf, type TileTree, writeAddCheckpoint } from '@sluice/evidence'
import type { WitnessConfig } from './log-config.ts'

type Cosignature = ReturnType<typeof readSignatures>[number]

const TIMEOUT_MS = 5_000
/** Four cosignatures by ML-DSA-44 have 13,000 letters. */
const MAX_ANSWER_BYTES = 65_536
/** A witness tells the size that it has, and is asked once more. */
const TRIES = 2

/** A witness gave no cosignature. The message has no more than its status. */
class NoCosignature extends Error {
  override readonly name = 'NoCosignature'
}

/** One witness of the log. */
export class Witness {
  readonly #config: WitnessConfig
  /** The size that it has cosigned last, as far as is known. */
  #size = 0

  constructor(config: WitnessConfig) {
    this.#config = config
  }

  /** The names of its keys. */
  get name(): string {
    return this.#config.keys.map(({ name }) => name).join(', ')
  }

  /**
   * Asks for cosignatures of a checkpoint, which is a signed note, and verifies them.
   *
   * @throws {NoCosignature} where it gives none, also because it has seen another tree.
   * Source: C2SP tlog-witness, at commit 05527059, add-checkpoint.
   */
  async cosign(checkpoint: string, tree: TileTree, signal: AbortSignal): Promise<readonly Cosignature[]> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const oldSize = Math.min(this.#size, tree.size)
      const proof = await tree.consistencyProof(oldSize)
      const { status, body } = await this.#post(writeAddCheckpoint({ oldSize, proof, checkpoint }), signal)
      if (status === 200) {
        const cosignatures = this.#verified(checkpoint, body)
        this.#size = tree.size
        return cosignatures
      }
      const size = status === 409 ? readSize(body) : undefined
      if (size === undefined || size === oldSize || size > tree.size) {
        throw new NoCosignature(`The witness answered ${status}.`)
      }
      this.#size = size
    }
    throw new NoCosignature('The witness does not keep to a size.')
  }

  async #post(body: string, signal: AbortSignal): Promise<{ readonly status: number; readonly body: string }> {
    const response = await fetch(new URL('add-checkpoint', withSlash(this.#config.url)), {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return { status: response.status, body: await readText(response) }
  }

  #verified(checkpoint: string, lines: string): readonly Cosignature[] {
    const { text } = readNote(checkpoint)
    const signatures = readSignatures(lines)
    const signers = signersOf({ text, signatures }, this.#config.keys)
    if (signers.length === 0) throw new NoCosignature('The witness has signed with another key.')
    // The lines that were verified and no other: one that names the log's own key would spoil the whole checkpoint.
    return signers.flatMap((signer) => {
      const isOf = ({ name, keyId }: Cosignature) => name === signer.name && Buffer.compare(keyId, signer.keyId) === 0
      return signatures.find(isOf) ?? []
    })
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}

function readSize(body: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})\n$/.test(body) ? Number(body) : undefined
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new NoCosignature('The answer of the witness is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
