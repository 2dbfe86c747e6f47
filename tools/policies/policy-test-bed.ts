import { createPrincipalReader, DEFAULT_ROLES_BY_GROUP } from '@sluice/auth'
import { actionCategorySchema, entityTypeSchema, levelSchema, type Principal } from '@sluice/contracts'
import { SAMPLE_CLEARANCES, SAMPLE_USERS } from '@sluice/local/samples'
import { NOON_MS, type PolicyDecision, type PolicyQuestion } from '@sluice/policy'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { z } from 'zod'
import type { ReadPolicies } from './read-policies.ts'

const groups = z.array(z.string().min(1))

/** What the gateway's variables of the same names say; the clearances of the local stack unless given. */
export const configurationSchema = z.strictObject({
  CLEARANCES: z
    .record(z.string(), z.strictObject({ level: levelSchema, reveal: z.array(entityTypeSchema).exactOptional() }))
    .default(z.record(z.string(), z.object({ level: levelSchema })).parse(SAMPLE_CLEARANCES)),
  HELD_ACTIONS: z.array(actionCategorySchema).default(['F', 'G', 'H']),
  FORBIDDEN_ACTIONS: z.array(actionCategorySchema).default([]),
  MODELS_BY_GROUP: z.record(z.string(), z.array(z.string())).optional(),
  PROVIDER_TOOLS_BY_GROUP: z.record(z.string(), z.array(z.string())).optional(),
  MCP_TOOLS_BY_GROUP: z.record(z.string(), z.array(z.string())).optional(),
  ROLES_BY_GROUP: z.record(z.string(), z.string()).default(DEFAULT_ROLES_BY_GROUP),
})

type Configuration = z.output<typeof configurationSchema>

/** Who asks: a user by name, or anybody in some groups. */
export const callerSchema = z.strictObject({ as: z.string().optional(), groups: groups.optional() })

type Caller = z.output<typeof callerSchema>

const TENANT = 'default'

/** Policies over a configuration, with people to ask for. */
export class PolicyTestBed {
  readonly #readPrincipal: ReturnType<typeof createPrincipalReader>
  readonly #users: ReadonlyMap<string, readonly string[]>
  readonly #policies: ReturnType<typeof createCedarPolicies>

  /** `users` are their groups by name; the people of the local stack are known beside them. */
  constructor(
    { policies }: Pick<ReadPolicies, 'policies'>,
    configuration: Configuration,
    users: Readonly<Record<string, readonly string[]>> = {},
    nowMs = NOON_MS,
  ) {
    this.#readPrincipal = createPrincipalReader({ rolesByGroup: configuration.ROLES_BY_GROUP })
    const sample = SAMPLE_USERS.map((user) => [user.sub, user.groups] as const)
    this.#users = new Map([...sample, ...Object.entries(users)])
    const { CLEARANCES, HELD_ACTIONS, FORBIDDEN_ACTIONS, MODELS_BY_GROUP } = configuration
    this.#policies = createCedarPolicies(
      {
        clearances: CLEARANCES,
        heldActions: HELD_ACTIONS,
        forbiddenActions: FORBIDDEN_ACTIONS,
        modelsByGroup: MODELS_BY_GROUP,
        providerToolsByGroup: configuration.PROVIDER_TOOLS_BY_GROUP,
        toolsByGroup: configuration.MCP_TOOLS_BY_GROUP,
      },
      { clock: { nowMs: () => nowMs } },
    )
    const stored = policies.map((policy) => ({ ...policy, immutable: false, enabled: true, version: 1 }))
    this.#policies.replace(TENANT, stored)
  }

  /** Throws where nobody has the name. */
  principalOf({ as: name, groups: given }: Caller): Principal {
    const known = name === undefined ? [] : this.#users.get(name)
    if (known === undefined && given === undefined) {
      throw new Error(`Nobody is called ${name}. Known are ${[...this.#users.keys()].join(', ')}; or give the groups.`)
    }
    return this.#readPrincipal({ sub: name ?? 'somebody', groups: given ?? [...(known ?? [])], tid: TENANT })
  }

  decide(question: PolicyQuestion): PolicyDecision {
    return this.#policies.current(TENANT).decide(question)
  }
}
