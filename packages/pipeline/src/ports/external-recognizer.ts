import type { EntityType, Level } from '@sluice/contracts'

/** A value that a recognizer outside the gateway has found, in UTF-16 code units of the text that it was given. */
export interface ExternalSpan {
  readonly entity: EntityType
  readonly start: number
  readonly end: number
  /** 0..1. */
  readonly confidence: number
}

/** A service that finds sensitive data in texts. It sees them as they were written. */
export interface ExternalRecognizer {
  readonly name: string
  /** The highest sensitivity level that may be sent there, before anything is replaced. */
  readonly permittedLevel: Level
  /** What a policy may ask, as about a model endpoint. */
  readonly providerKind?: 'hosted' | 'cloud-platform' | 'byok' | 'self-hosted' | undefined
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
  /** What a request means that it should have read and did not: it is down, late or answers nonsense. */
  readonly whenDown: 'deny' | 'embedded'
  /** What a request means that no policy lets it read, or that is too long for it. */
  readonly whenNotPermitted: 'deny' | 'embedded'
  /** How it reads, for the registry's document: languages, types and scores. */
  readonly reading: Readonly<Record<string, unknown>>
  /**
   * What it finds in each text, in their order. It is asked once for the same text of a tenant, while it is
   * remembered. Rejects where it does not answer all of them, in time and in full.
   */
  analyze(texts: readonly string[], call: ExternalCall): Promise<readonly (readonly ExternalSpan[])[]>
}

export interface ExternalCall {
  readonly tenant: string
  /** Who asks: its connections are shared fairly by it; it is not sent. */
  readonly user: string
  readonly signal: AbortSignal
}
