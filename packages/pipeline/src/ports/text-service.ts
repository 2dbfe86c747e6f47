import type { Level } from '@sluice/contracts'

/**
 * A service outside the gateway that is shown texts, and what a policy may ask about it, as about a model endpoint.
 * `Otherwise` is what goes on where it was not asked.
 */
export interface TextService<Otherwise extends string> {
  readonly name: string
  /** The highest sensitivity level of a text that may be sent there as it was written. */
  readonly permittedLevel: Level
  readonly providerKind?: 'hosted' | 'cloud-platform' | 'byok' | 'self-hosted' | undefined
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
  /** What a request means that it should have seen and did not: it is down, late or answers nonsense. */
  readonly whenDown: 'deny' | Otherwise
  /** What a request means that no policy lets it see, or that is too long for it. */
  readonly whenNotPermitted: 'deny' | Otherwise
  /** How it is asked, for the registry's document. */
  readonly reading: Readonly<Record<string, unknown>>
}
