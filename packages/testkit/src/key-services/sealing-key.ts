import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A symmetric key with versions, as a key service has one. */
export class SealingKey {
  readonly #versions: (Buffer | undefined)[] = [randomBytes(32)]

  /** Of the newest version, from 1 on. */
  get version(): number {
    return this.#versions.length
  }

  rotate(): void {
    this.#versions.push(randomBytes(32))
  }

  /** Destroys a version: what it has wrapped is lost. */
  destroy(version: number): void {
    this.#versions[version - 1] = undefined
  }

  seal(plain: Buffer, context: string): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(this.version), iv)
    cipher.setAAD(Buffer.from(context))
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws where it was sealed by another version, or with another context. */
  open(sealed: Buffer, version: number, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(version), sealed.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  }

  #keyOf(version: number): Buffer {
    const key = this.#versions[version - 1]
    if (key === undefined) throw new Error('no such version')
    return key
  }
}
