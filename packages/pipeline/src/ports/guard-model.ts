import type { Level } from '@sluice/contracts'

/** What a guard model makes of a text. */
export interface GuardOpinion {
  readonly isAttack: boolean
  /** What it calls the attack, in letters, digits and dashes; undefined where it gives no name. */
  readonly category?: string | undefined
}

/** A model that tells attacks from other texts. It is asked about requests of which L1 is not sure. */
export interface GuardModel {
  readonly name: string
  /** The highest sensitivity level of a text that may be sent there as it was written. */
  readonly permittedLevel: Level
  /** What a policy may ask, as about a model endpoint. */
  readonly providerKind?: 'hosted' | 'cloud-platform' | 'byok' | 'self-hosted' | undefined
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
  /** What a request means that it should have judged and did not: it is down, late or answers nonsense. */
  readonly whenDown: 'deny' | 'pass'
  /** What a request means that no policy lets it see, neither as written nor with tokens. */
  readonly whenNotPermitted: 'deny' | 'pass'
  /** How it is asked, for the registry's document. */
  readonly reading: Readonly<Record<string, unknown>>
  /** Judges one text. Rejects where it does not answer in time and in full. */
  judge(text: string, call: GuardCall): Promise<GuardOpinion>
}

export interface GuardCall {
  /** Who asks: its connections are shared fairly by it; it is not sent. */
  readonly user: string
  readonly signal: AbortSignal
}
