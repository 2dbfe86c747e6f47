import type { TextService } from './text-service.ts'

/** What a guard model makes of a text. */
export interface GuardOpinion {
  readonly isAttack: boolean
  /** What it calls the attack, in letters, digits and dashes; undefined where it gives no name. */
  readonly category?: string | undefined
}

/**
 * A model that tells attacks from other texts. It is asked about requests of which L1 is not sure. Where no policy lets
 * it see a text as it was written, it sees tokens in the place of values.
 */
export interface GuardModel extends TextService<'pass'> {
  /** Judges one text. Rejects where it does not answer in time and in full. */
  judge(text: string, call: GuardCall): Promise<GuardOpinion>
}

export interface GuardCall {
  /** Who asks: its connections are shared fairly by it; it is not sent. */
  readonly user: string
  readonly signal: AbortSignal
}
