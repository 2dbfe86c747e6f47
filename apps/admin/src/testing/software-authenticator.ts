import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a test makes an authenticator, or the browser before it, say other than it would. */
export interface Said {
  readonly origin?: string
  readonly rpId?: string
  /** Of the client data: `webauthn.create` or `webauthn.get`. */
  readonly type?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly isUserVerified?: boolean
  readonly isSynced?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly signature?: string
  /** The statement of an attestation, and its format. */
  readonly attestation?: { readonly format: string; readonly statement: CborMap }
}

interface Asked {
  readonly challenge: string
}

type CborMap = ReadonlyMap<number | string, Cbor>
type Cbor = number | string | Buffer | readonly Cbor[] | CborMap

/** Flags of authenticator data (W3C WebAuthn Level 3, section 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, mayBeBackedUp: 0x08, hasCredential: 0x40 }

/** An authenticator with one key on P-256, and the browser before it. */
export class SoftwareAuthenticator {
  readonly #origin: string
  readonly #rpId: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly id: string
  counter = 0

  /** @param id of the key; that of another authenticator where a test wants to pretend. */
  constructor(origin: string, rpId = new URL(origin).hostname, id = randomBytes(32).toString('base64url')) {
    this.#origin = origin
    this.#rpId = rpId
    this.id = id
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** Answers `navigator.credentials.create`. */
  create({ challenge }: Asked, said: Said = {}) {
    const clientDataJSON = this.#clientData('webauthn.create', challenge, said)
    const authData = Buffer.concat([this.#authData(FLAGS.hasCredential, said), this.#credential()])
    const { format, statement } = said.attestation ?? { format: 'none', statement: new Map() }
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ])
    const response = { clientDataJSON, attestationObject: encode(attestation).toString('base64url') }
    return { ...this.#head(), response: { ...response, transports: ['usb', 'nfc'] } }
  }

  /** Answers `navigator.credentials.get`; its counter grows by one. */
  get({ challenge }: Asked, said: Said = {}) {
    this.counter = said.counter ?? this.counter + 1
    const clientDataJSON = this.#clientData('webauthn.get', challenge, said)
    const authenticatorData = this.#authData(0, said)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const signature = said.signature ?? sign('sha256', signed, this.#privateKey).toString('base64url')
    const response = { clientDataJSON, signature, authenticatorData: authenticatorData.toString('base64url') }
    const { userHandle } = said
    return { ...this.#head(), response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) } }
  }

  #head() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, said: Said): string {
    const { origin = this.#origin, crossOrigin = false } = said
    const data = { type: said.type ?? type, challenge: said.challenge ?? challenge, origin, crossOrigin }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #authData(flags: number, { rpId = this.#rpId, isUserVerified = true, isSynced = false }: Said): Buffer {
    const verified = isUserVerified ? FLAGS.verified : 0
    const head = Buffer.alloc(5)
    head.writeUInt8(FLAGS.present | verified | (isSynced ? FLAGS.mayBeBackedUp : 0) | flags)
    head.writeUInt32BE(this.counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), head])
  }

  /** Attested credential data (section 6.5.1); the key as COSE (RFC 9053, section 7.1.1). */
  #credential(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const key = new Map<number, Cbor>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    return Buffer.concat([Buffer.alloc(16), length, id, encode(key)])
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** CBOR (RFC 8949), as much of it as an authenticator needs. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Buffer) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, one]) => [encode(key), encode(one)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  const items = [...(value as readonly Cbor[])]
  return Buffer.concat([head(4, items.length), ...items.map(encode)])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
