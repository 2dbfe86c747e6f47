import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { SecurityKey } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { CeremonyRefused, CHALLENGE_MS } from './ceremony-bounds.ts'
import type { Assertion, Attestation } from './wire.ts'

interface RelyingParty {
  /** A domain: that of the console, or one above it. */
  readonly id: string
  /** `CONSOLE_URL` without a slash at its end. */
  readonly origin: string
}

/** What an authenticator says of a key that it has made. */
type MadeKey = Pick<SecurityKey, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'>

/** Each authenticator that browsers know has one of these (W3C WebAuthn Level 3, section 5.8.5). */
const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256]
/** RSA with 4,096 bits takes 700 characters. */
const MAX_PUBLIC_KEY_LENGTH = 1_400

/** The two ceremonies of WebAuthn at the console: a key is registered, a key is used. */
export class Ceremonies {
  readonly #party: RelyingParty

  constructor(party: RelyingParty) {
    this.#party = party
  }

  /** What the browser is to ask an authenticator for that makes a key. No key of `known` is made again. */
  async creation(person: { readonly name: string; readonly handle: string }, known: readonly SecurityKey[]) {
    return await generateRegistrationOptions({
      ...{ rpName: 'Sluice', rpID: this.#party.id, timeout: CHALLENGE_MS, supportedAlgorithmIDs: ALGORITHMS },
      ...{ userName: person.name, userDisplayName: person.name, userID: isoBase64URL.toBuffer(person.handle) },
      excludeCredentials: known.map(describe),
      // The console knows who is there, so the authenticator need not keep a list of people.
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      // Which model somebody has is no concern of ours, and statements lead to certificates and their lists.
      attestationType: 'none',
    })
  }

  /** What the browser is to ask an authenticator for that has one of these keys. */
  async request(keys: readonly SecurityKey[]) {
    return await generateAuthenticationOptions({
      ...{ rpID: this.#party.id, timeout: CHALLENGE_MS, userVerification: 'required' },
      allowCredentials: keys.map(describe),
    })
  }

  /**
   * Checks a new key (W3C WebAuthn Level 3, section 7.1). Throws `CeremonyRefused` where it is not the answer to the
   * challenge, from this origin, for this relying party, by somebody whom the authenticator has verified.
   */
  async verifyCreation(attestation: Attestation, challenge: string): Promise<MadeKey> {
    return await refusing(async () => {
      requireTopLevel(attestation.response.clientDataJSON)
      requireNoCertificates(attestation.response.attestationObject)
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...{ response: complete(attestation), expectedChallenge: challenge, supportedAlgorithmIDs: ALGORITHMS },
        ...{ expectedOrigin: this.#party.origin, expectedRPID: this.#party.id, requireUserVerification: true },
      })
      if (!verified) throw new CeremonyRefused('not verified')
      const { credential, credentialDeviceType } = registrationInfo
      const publicKey = isoBase64URL.fromBuffer(credential.publicKey)
      if (credential.id !== attestation.id) throw new CeremonyRefused('another key')
      if (publicKey.length > MAX_PUBLIC_KEY_LENGTH) throw new CeremonyRefused('too long a public key')
      const isSynced = credentialDeviceType === 'multiDevice'
      return { credentialId: credential.id, publicKey, counter: credential.counter, isSynced }
    })
  }

  /**
   * Checks the use of a key (W3C WebAuthn Level 3, section 7.2) but for its counter, which is compared where it is
   * stored, so that only who has the key can make it say that there are two. Throws `CeremonyRefused` as above.
   *
   * @returns the counter.
   */
  async verifyUse(assertion: Assertion, challenge: string, key: SecurityKey): Promise<number> {
    return await refusing(async () => {
      requireTopLevel(assertion.response.clientDataJSON)
      const { userHandle } = assertion.response
      if (userHandle !== undefined && userHandle !== key.userHandle) throw new CeremonyRefused('another person')
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...{ response: complete(assertion), expectedChallenge: challenge, requireUserVerification: true },
        ...{ expectedOrigin: this.#party.origin, expectedRPID: this.#party.id },
        credential: { id: key.credentialId, publicKey: isoBase64URL.toBuffer(key.publicKey), counter: 0 },
      })
      const isSynced = authenticationInfo.credentialDeviceType === 'multiDevice'
      if (!verified || isSynced !== key.isSynced) throw new CeremonyRefused('not verified')
      return authenticationInfo.newCounter
    })
  }
}

function describe({ credentialId, transports }: SecurityKey) {
  return { id: credentialId, transports: [...transports] }
}

/** Members that were not sent are absent rather than undefined. */
function complete<Response extends object>(sent: { readonly response: Response } & Omit<Attestation, 'response'>) {
  return { ...sent, response: defined(sent.response) }
}

/** No page of another site has the console in a frame (Level 3, section 7.2, step 13). */
function requireTopLevel(clientDataJson: string): void {
  if (decodeClientDataJSON(clientDataJson).crossOrigin === true) throw new CeremonyRefused('in a frame')
}

/**
 * Browsers leave certificates out where no attestation is asked for. Whoever sends some has other plans: a certificate
 * names addresses from which a verifier fetches lists.
 */
function requireNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  const isSelfMade = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfMade) throw new CeremonyRefused('an attestation that nobody asked for')
}

/** What the checks throw quotes what was sent, so that none of it is kept. */
async function refusing<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    throw error instanceof CeremonyRefused ? error : new CeremonyRefused('not as it must be')
  }
}
