import type { Clock, Level } from '@sluice/contracts'
import type { ModelEndpoint, ToolPins } from '@sluice/pipeline/ports'

/** The revisions of the Model Context Protocol that tool servers are asked in. */
export const TOOL_SERVER_REVISIONS = ['2025-11-25', '2026-07-28'] as const

type Revision = (typeof TOOL_SERVER_REVISIONS)[number]

export interface ToolServerOptions {
  readonly name: string
  /** Of its one endpoint, for example `https://tools.example.com/mcp`. */
  readonly url: string
  /** `2025-11-25` has sessions, `2026-07-28` has none. */
  readonly revision: Revision
  /** The server's own credential, sent as `authorization: Bearer ...`. What the caller sent never leaves. */
  readonly apiKey?: string | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The highest level of data that it may see as it is; it gets tokens in place of the rest. */
  readonly permittedLevel: Level
  readonly providerKind?: ModelEndpoint['providerKind']
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
  /** What callers read of its errors: that it failed (the default), or its own text where nothing in it is secret. */
  readonly errors?: 'code' | 'filtered' | undefined
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  /** Between two pieces of an answer. */
  readonly idleTimeoutMs: number
  readonly maxConnections: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** The longest answer, in bytes. */
  readonly maxResultBytes: number
  /** The digest of each tool that may be called, by name; absent where the first definition of a tool is accepted. */
  readonly toolDigests?: Readonly<Record<string, string>> | undefined
  readonly pins: ToolPins
  readonly clock: Clock
}
