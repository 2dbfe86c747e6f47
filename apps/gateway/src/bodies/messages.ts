import type { KeyObject } from 'node:crypto'
import type { DetectionConfig, Refusal } from '@sluice/contracts'
import type { BodyWork, CodenameSnapshot, RemoteRequest, RequestHead } from '@sluice/pipeline'
import type { ProtocolName } from '../protocols/protocols.ts'

/** A body that a thread takes over. */
export interface OpenBody {
  readonly type: 'open'
  readonly id: number
  readonly protocol: ProtocolName
  /** As it came. Its memory moves to the thread. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whose body it is: users take turns. */
  readonly user: string
  /** Knows what providers have sealed for the user. */
  readonly sealKey: KeyObject
  /** One number, shared with the thread: 1 once nobody wants the body any more. */
  readonly stop: Int32Array<SharedArrayBuffer>
}

/** What L2 needs, but that a thread gets the codenames of a tenant once for each version, and what to look for once. */
type L2Input = Omit<BodyWork['L2']['input'], 'codenames' | 'detection'> & {
  readonly codenames: CodenameSnapshot | undefined
  readonly detection: DetectionConfig | undefined
}

type LayerInput<Name extends keyof BodyWork> = Name extends 'L2' ? L2Input : BodyWork[Name]['input']

/** One layer's work on a body that the thread holds. */
export type WorkOnBody<Names extends keyof BodyWork = keyof BodyWork> = {
  readonly [Name in Names]: {
    readonly type: 'work'
    readonly id: number
    readonly name: Name
    readonly input: LayerInput<Name>
  }
}[Names]

/** What came of it. */
export type WorkDone<Names extends keyof BodyWork = keyof BodyWork> = {
  readonly [Name in Names]: {
    readonly type: 'done'
    readonly id: number
    readonly name: Name
    readonly output: BodyWork[Name]['output']
  }
}[Names]

/** Nobody wants the body any more. */
interface DropBody {
  readonly type: 'drop'
  readonly id: number
}

/** Asks a thread for a sign of life. */
interface Ping {
  readonly type: 'ping'
}

export type ToThread = OpenBody | WorkOnBody | DropBody | Ping

/** Why something failed: a refusal in the caller's words, or only where, because a message may quote the body. */
export type Failure = { readonly refusal: Refusal } | { readonly stack: string }

/** What the gateway's own thread learns of a body. */
export type OpenedHead = RequestHead & Pick<RemoteRequest, 'seals'>

export type FromThread =
  | { readonly type: 'opened'; readonly id: number; readonly opened: OpenedHead; readonly hasFiles: boolean }
  | WorkDone
  | { readonly type: 'failed'; readonly id: number; readonly name?: keyof BodyWork; readonly failure: Failure }
  | { readonly type: 'pong' }

/** How many tenants' codenames a thread keeps; both sides count alike. */
export const MAX_TENANTS = 64
