/** What stands beside a signature so that anyone can check it. */
export interface SignatureProof {
  readonly algorithm: SignatureAlgorithm
  /** Hexadecimal SHA-256 of the public key's SubjectPublicKeyInfo (RFC 5280) in DER. */
  readonly keyId: string
  /** SubjectPublicKeyInfo in PEM (RFC 7468). */
  readonly publicKeyPem: string
}

const SIGNATURE_ALGORITHMS = ['ECDSA-P384-SHA384', 'ECDSA-P256-SHA256', 'ML-DSA-87'] as const
type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

/** Signs a text, in UTF-8. */
export interface Signer {
  readonly proof: SignatureProof
  /** The raw signature: for ECDSA a DER sequence (RFC 3279, 2.2.3), which `openssl dgst -verify` takes. */
  readonly sign: (text: string) => Uint8Array
}

/** A key that cannot be used for signing. */
export class SigningKeyError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'SigningKeyError'
  }
}
