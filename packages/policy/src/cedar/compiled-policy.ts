import {
  type ActionConstraint,
  type EntityUidJson,
  type Policy,
  type PolicyJson,
  policyToJson,
} from '@cedar-policy/cedar-wasm/nodejs'
import { type Mentions, mentionsOf } from './mentions.ts'
import type { ParsedPolicy } from './parse-built-in.ts'
import { ACTIONS } from './schema.ts'

/** A policy, parsed once. */
export interface CompiledPolicy {
  /** Unique in a set. */
  readonly id: string
  /** The name in decisions and records: several Cedar policies can make up one policy (`@policy`). */
  readonly publicId: string
  readonly text: string
  /** What Cedar gets. Of a tenant's policy that is its text: a number of 64 bits can lose digits on the way to JSON. */
  readonly source: Policy
  readonly annotations: Readonly<Record<string, string>>
  /** The actions that its head lets it apply to. */
  readonly actions: ReadonlySet<string>
  readonly mentions: Mentions
}

/**
 * Parses one policy. Its id is `id`, or, where that is undefined, its annotation `@id`. Undefined where the text is not
 * one policy.
 */
export function compilePolicy(text: string, id?: string): CompiledPolicy | undefined {
  const json = parse(text)
  return json === undefined ? undefined : compile({ text, json }, text, id)
}

/** The same for a built-in policy, which Cedar gets as it was parsed. */
export function compileBuiltIn(parsed: ParsedPolicy): CompiledPolicy | undefined {
  return compile(parsed, parsed.json)
}

function compile({ text, json }: ParsedPolicy, source: Policy, id?: string): CompiledPolicy | undefined {
  const { id: ownId, policy, ...annotations } = json.annotations ?? {}
  const name = id ?? ownId
  if (name === undefined) return undefined
  return {
    id: name,
    // A tenant's policy goes by its own id.
    publicId: id === undefined ? (policy ?? name) : id,
    text,
    source,
    annotations,
    actions: new Set([...ACTIONS.keys()].filter((action) => appliesTo(json.action, action))),
    mentions: mentionsOf(json),
  }
}

function parse(text: string): PolicyJson | undefined {
  try {
    const answer = policyToJson(text)
    return answer.type === 'success' ? answer.json : undefined
  } catch {
    return undefined
  }
}

function appliesTo(constraint: ActionConstraint, action: string): boolean {
  if (constraint.op === 'All') return true
  const named = 'entities' in constraint ? constraint.entities : 'entity' in constraint ? [constraint.entity] : []
  const names = named.map(nameOf)
  if (names.includes(action)) return true
  return constraint.op === 'in' && names.some((name) => ACTIONS.get(action)?.has(name) === true)
}

function nameOf(uid: EntityUidJson): string {
  return '__entity' in uid ? uid.__entity.id : uid.id
}
