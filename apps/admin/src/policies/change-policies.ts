import { hash } from 'node:crypto'
import {
  type Clock,
  type ControlRecord,
  canonicalJson,
  createControlRecord,
  type Principal,
  SluiceError,
} from '@sluice/contracts'
import type { PoliciesRepository, PolicyChange, PolicyStatement, PolicyVersion } from '@sluice/db'
import { BUILT_IN_POLICIES, checkPolicyText } from '@sluice/policy/cedar'
import { InvalidRequestError } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { WayBack } from './way-back.ts'

/** Who asks for a change. */
export interface Author {
  readonly principal: Principal
  /** Whether the author may change policies of this kind. */
  readonly mayChange: (isMutable: boolean) => boolean
  readonly requestId: string
}

interface SaveOrder {
  readonly id: string
  /** Of the policy that the author has seen; absent where it is to be created. */
  readonly version: number | undefined
  readonly statement: PolicyStatement
  readonly reason: string | undefined
}

interface Saved {
  readonly version: PolicyVersion
  /** What the policy does otherwise than its author may expect. */
  readonly warnings: readonly PolicyWarning[]
  /** False where the other services have not been told: they see it when they read policies anew by the clock. */
  readonly announced: boolean
}

interface PolicyWarning {
  readonly line: number
  readonly column: number
  readonly message: string
}

/**
 * The changes of stored policies. Each is on record before it takes effect. Both throw `action_not_permitted` where the
 * author may not change policies of that kind, `conflict` where the version is another or nobody could take the change
 * back, `audit_unavailable`, `dependency_unavailable`.
 */
export interface PolicyChanges {
  /** Throws also `invalid_request` with the faults of the text, each with line and column. */
  save(author: Author, order: SaveOrder): Promise<Saved>
  /** Throws also `not_found`. */
  delete(author: Author, id: string, version: number): Promise<Omit<Saved, 'warnings'>>
}

interface PolicyChangesOptions {
  readonly policies: Pick<PoliciesRepository, 'change'>
  readonly wayBack: WayBack
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  /** Tells every service that policies have changed. */
  readonly announce: () => Promise<void>
  /** Brings the change into this service. */
  readonly refresh: () => Promise<void>
  readonly clock: Clock
  /** Called where the change stands and could not be passed on. */
  readonly onUnannounced: (error: unknown) => void
}

export function createPolicyChanges(options: PolicyChangesOptions): PolicyChanges {
  return new StoredPolicyChanges(options)
}

const BUILT_IN_IDS: ReadonlySet<string> = new Set(BUILT_IN_POLICIES.map(({ id }) => id))

class StoredPolicyChanges implements PolicyChanges {
  readonly #options: PolicyChangesOptions

  constructor(options: PolicyChangesOptions) {
    this.#options = options
  }

  async save(author: Author, { id, version, statement, reason }: SaveOrder): Promise<Saved> {
    requireReach(author, statement.immutable)
    const faults = checkPolicyText(statement.text, id)
    const errors = faults.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) {
      throw new InvalidRequestError(
        errors.map(({ line, column, message }) => ({ path: 'body.text', message, line, column })),
      )
    }
    const change: PolicyChange =
      version === undefined ? { kind: 'created', id, statement } : { kind: 'updated', id, version, statement }
    return { ...(await this.#change(author, change, reason)), warnings: faults }
  }

  async delete(author: Author, id: string, version: number): Promise<Omit<Saved, 'warnings'>> {
    if (BUILT_IN_IDS.has(id)) throw conflict('Built-in policies cannot be deleted.')
    return await this.#change(author, { kind: 'deleted', id, version }, undefined)
  }

  async #change(author: Author, change: PolicyChange, reason: string | undefined): Promise<Omit<Saved, 'warnings'>> {
    const { tenant, sub } = author.principal
    const order = { tenant, change, by: `user:${sub}` }
    // Before the change begins: it holds a connection, and must not wait for a second one.
    const isWayBackLeft = await this.#options.wayBack.prepare(author.principal)
    const outcome = await this.#options.policies.change(order, async ({ before, version, all }) => {
      if (before !== undefined) requireReach(author, before.immutable)
      if (!(await isWayBackLeft(all))) throw conflict('After this change nobody could change policies any more.')
      await this.#options.outbox.append(this.#recordOf(author, version, reason))
    })
    switch (outcome.type) {
      case 'changed':
        return { version: outcome.version, announced: await this.#passOn() }
      case 'full':
        throw conflict('This tenant has as many policies as it may have. Delete one first.')
      case 'conflict':
        throw refusalOf(change, outcome.current?.version)
    }
  }

  #recordOf({ principal, requestId }: Author, version: PolicyVersion, reason: string | undefined): ControlRecord {
    const { id, change, text, immutable, enabled, tests } = version
    return createControlRecord({
      id: newId(),
      event: `policy.${change}`,
      severity: immutable ? 'critical' : 'high',
      timeMs: this.#options.clock.nowMs(),
      service: 'admin',
      actor: `user:${principal.sub}`,
      tenant: principal.tenant,
      reason,
      requestId,
      details: {
        ...{ policy_id: id, policy_version: version.version, immutable, enabled },
        text_sha256: hash('sha256', text, 'hex'),
        ...(tests?.length && { tests_sha256: hash('sha256', canonicalJson(tests), 'hex') }),
      },
    })
  }

  /** The change stands whatever happens here; services that are not told read it by the clock. */
  async #passOn(): Promise<boolean> {
    const { announce, refresh, onUnannounced } = this.#options
    const [announced] = await Promise.allSettled([announce(), refresh()])
    if (announced.status === 'fulfilled') return true
    onUnannounced(announced.reason)
    return false
  }
}

function requireReach({ mayChange }: Author, immutable: boolean): void {
  if (mayChange(!immutable)) return
  const message = immutable
    ? 'Only a CISO changes immutable policies.'
    : 'Only AIGO changes policies that are not immutable.'
  throw new SluiceError({ code: 'action_not_permitted', message })
}

function refusalOf(change: PolicyChange, current: number | undefined): SluiceError {
  if (change.kind === 'created') return conflict(`There is such a policy, at version ${current}. Name that version.`)
  if (current === undefined) return new SluiceError({ code: 'not_found', message: 'There is no such policy.' })
  return conflict(`The policy is at version ${current}. Look at it before you change it.`)
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}
