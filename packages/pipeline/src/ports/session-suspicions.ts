import type { SuspicionGrowth } from '@sluice/policy'

/** Whose session it is. */
interface SessionOfUser {
  readonly tenant: string
  readonly sub: string
  readonly sessionId: number
}

/** How many messages with signs of an attack each session has sent of late: what crescendo attacks need many of. */
export interface SessionSuspicions {
  /** 0 to `messages` of the growth, with fractions: it fades with time. It works in memory. */
  scoreOf(sessionId: number, growth: SuspicionGrowth): number

  /**
   * Notes what a request has shown, for all gateways: a mark for each text with signs, each of which counts once, and
   * none where it has shown none.
   */
  note(session: SessionOfUser, marks: readonly string[], growth: SuspicionGrowth): Promise<void>
}
