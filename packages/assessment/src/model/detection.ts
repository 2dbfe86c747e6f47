import { CONFIDENCES, type Confidence, type Part } from '@sluice/assessment-contract/vocabulary'

export { CONFIDENCES, type Confidence }

/** What an algorithm is used for at one place; the vocabulary of CycloneDX 1.6, `cryptoFunctions`, made readable. */
export const ROLES = [
  'KeyGeneration',
  'KeyAgreement',
  'KeyEncapsulation',
  'Encryption',
  'Signature',
  'Digest',
  'Mac',
  'KeyDerivation',
  'KeyMaterial',
  'Certificate',
  'Protocol',
  'Unknown',
] as const
export type Role = (typeof ROLES)[number]

/** Where a file stands in its project: what only tests or only comes from others counts less. */
export const SETTINGS = ['product', 'test', 'vendored', 'configuration', 'keyMaterial'] as const
export type Setting = (typeof SETTINGS)[number]

/** What is known of a use beyond its algorithm. Absent means that the code does not say, not that there is none. */
export interface Parameters {
  /** Bits: of the modulus for RSA and DH, of the key for ciphers, of the field for curves. */
  readonly keySize?: number
  /** As in SEC 2 or by the name that everyone uses: `P-256`, `P-384`, `secp256k1`, `X25519`, `brainpoolP256r1`. */
  readonly curve?: string
  /** `GCM`, `CBC`, `ECB`, ... */
  readonly mode?: string
  /** `OAEP`, `PKCS1v15`, `PSS`, `PKCS7`, `None`, ... */
  readonly padding?: string
  /** `SHA-256`, ... where the use names one. */
  readonly hash?: string
  /** The parameter set, as in `ML-KEM-768`. */
  readonly parameterSet?: string
  /** The library whose interface is used, for example `JCA`, `BouncyCastle`, `pyca/cryptography`. */
  readonly library?: string
  /** The protocol and version of a setting, for example `TLS 1.2`. */
  readonly protocol?: string
}

/**
 * How the size of a key is known, where it is no number at the place: its algorithm's name says it, the library takes
 * it where nothing else is said, or it is half of what is handed over, since the mode takes two keys in one.
 * `configured`: the default of a setting. None is reported where the code seems to give one that the algorithm cannot
 * have (`impossible`), where it gives several (`several`), or also something that is not known (`open`).
 */
export type KeySizeOrigin = 'name' | 'default' | 'half' | 'configured' | 'impossible' | 'several' | 'open'

/** One use of an algorithm at one place, as the scanner sees it; the knowledge base then says what it means. */
export interface Detection {
  /** Relative to the scanned root, with forward slashes. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 code units. */
  readonly column?: number
  readonly language: string
  /** The family by its canonical name: `RSA`, `ECDSA`, `ECDH`, `AES`, and what packs add. */
  readonly algorithm: string
  readonly role: Role
  readonly parameters: Parameters
  readonly keySizeFrom?: KeySizeOrigin
  /** The algorithm is the default of a setting. */
  readonly isConfigured?: true
  readonly confidence: Confidence
  readonly setting: Setting
  /** The rule that found it, for example `java/jca/cipher-get-instance`. */
  readonly rule: string
  /** The line of code, without what surrounds it, at most 200 characters. */
  readonly evidence: string
}

/** Why a file or folder was left out. */
export const SKIP_REASONS = [
  'too-large',
  'unreadable',
  'binary',
  'special-file',
  'symlink',
  'too-deep',
  'parse-failed',
  'link-failed',
  'time-limit',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** A file that was left out. */
export interface SkippedFile {
  /** Relative to the scanned root. */
  readonly file: string
  readonly reason: SkipReason
}

/** What .gitignore and .ignore files left out: files of a kind that is read, and folders, which are not looked into. */
export interface Ignored {
  readonly files: number
  readonly folders: number
}

/**
 * How far the source of a language is understood: `understood` by a reader that follows values; `byText`, where lines
 * are compared with patterns, which shows presence and never absence; or not at all.
 */
export const READINGS = ['understood', 'byText', 'notUnderstood'] as const
export type Reading = (typeof READINGS)[number]

export interface FileCount {
  readonly files: number
  readonly bytes: number
}

/** What kinds of files a scan met beside keys and settings. */
export interface Sources {
  /** Source files by language; the languages with the most bytes first. */
  readonly languages: readonly (FileCount & { readonly language: string; readonly reading: Reading })[]
  /**
   * Source files that no reader understands, that name cryptography, and in which nothing was found; the first 100.
   */
  readonly open: { readonly count: number; readonly files: readonly string[] }
  /** Not looked into. */
  readonly archives: FileCount
  /** Compiled programs; not looked into. */
  readonly binaries: FileCount
}

/** Calls of one library, in one part of the project, that use an algorithm which the code does not tell. */
export interface UnresolvedCalls {
  readonly library: string
  readonly part: Part
  readonly count: number
  /** The first 100, as `file:line`. */
  readonly places: readonly string[]
}

export interface ScanStatistics {
  readonly filesSeen: number
  /** Read and looked through for keywords. */
  readonly filesRead: number
  /** Passed the keyword filter and were parsed. */
  readonly filesParsed: number
  readonly bytesRead: number
  readonly durationMs: number
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>
  readonly ignored: Ignored
  readonly sources: Sources
  /** By library: those with the most calls first. */
  readonly unresolved: readonly UnresolvedCalls[]
  /** Which files those were, as far as they are files; the first 1,000. */
  readonly skippedFiles?: readonly SkippedFile[]
}

/** All that one scan found. */
export interface ScanOutcome {
  /** The absolute path that was scanned. */
  readonly root: string
  /** `incomplete` where the time limit or the bound on findings ended the scan; what was found until then is here. */
  readonly status: 'completed' | 'incomplete'
  readonly detections: readonly Detection[]
  readonly statistics: ScanStatistics
}

/** Why no scan took place. */
export class ScanError extends Error {
  readonly code: 'not-found' | 'not-a-directory' | 'unreadable' | 'refused' | 'aborted'

  constructor(code: ScanError['code'], message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'ScanError'
    this.code = code
  }
}

export interface ScanProgress {
  readonly filesRead: number
  readonly bytesRead: number
  readonly filesFound: number
  readonly detections: number
}
