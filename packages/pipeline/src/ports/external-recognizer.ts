import type { EntityType } from '@sluice/contracts'
import type { TextService } from './text-service.ts'

/** A value that a recognizer outside the gateway has found, in UTF-16 code units of the text that it was given. */
export interface ExternalSpan {
  readonly entity: EntityType
  readonly start: number
  readonly end: number
  /** 0..1. */
  readonly confidence: number
}

/** A service that finds sensitive data in texts. It sees them as they were written. */
export interface ExternalRecognizer extends TextService<'embedded'> {
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
