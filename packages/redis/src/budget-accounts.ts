import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { asDependencyError, unexpectedReply } from './dependency-error.ts'

/** What budgets are for: a day or a month of UTC. */
export type WindowKind = 'day' | 'month'

/** A day or a month, and when it ends. */
export interface BudgetWindow {
  /** `2026-11-23`, or `2026-11`. */
  readonly id: string
  readonly endsAtMs: number
}

/** Whose budget it is, and of which window. */
export interface BudgetName {
  readonly scope: 'user' | 'department' | 'tenant' | 'key' | 'endpoint'
  /** Empty for an endpoint that all tenants share. */
  readonly tenant: string
  /** Of the user (the subject), the department, the tenant or the endpoint; the id of the API key. */
  readonly name: string
  readonly limit: 'tokensPerDay' | 'tokensPerMonth' | 'costPerDay' | 'costPerMonth'
  /** The id of the window. */
  readonly window: string
}

const DAY_LENGTH = '2026-11-23'.length
const MONTH_LENGTH = '2026-11'.length
const KEY_PREFIX = 'sluice:'

/** The window that a moment is in. */
export function windowAt(kind: WindowKind, nowMs: number): BudgetWindow {
  const now = new Date(nowMs)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const text = now.toISOString()
  return kind === 'day'
    ? { id: text.slice(0, DAY_LENGTH), endsAtMs: Date.UTC(year, month, day + 1) }
    : { id: text.slice(0, MONTH_LENGTH), endsAtMs: Date.UTC(year, month + 1) }
}

/** Names a budget. Names hold no control characters, so no two budgets have the same. */
export function budgetId({ scope, tenant, name, limit, window }: BudgetName): string {
  return [scope, tenant, name, limit, window].join('\n')
}

/** Where the account of a budget is: what all gateways together have leased or spent of it, in whole units. */
export function budgetKey(id: string, keyPrefix = KEY_PREFIX): string {
  return `${keyPrefix}budget:${hash('sha256', id, 'base64url')}`
}

/**
 * Reads what gateways have leased or spent of budgets: tokens, or millionths of money. Nothing is 0. Throws
 * `dependency_unavailable`.
 */
export async function readBudgets(redis: Redis, names: readonly BudgetName[]): Promise<number[]> {
  // Keys of a cluster lie anywhere, so each is a command of its own; they are sent together.
  const found = await Promise.all(names.map((name) => redis.get(budgetKey(budgetId(name))))).catch((error: unknown) => {
    throw asDependencyError(error)
  })
  return found.map((text) => {
    if (text !== null && !/^\d{1,16}$/.test(text)) throw unexpectedReply()
    return Number(text ?? 0)
  })
}
