import { createRoute, z } from '@hono/zod-openapi'
import type { Principal } from '@sluice/contracts'
import { ADMIN_ACTIONS, type PolicySource } from '@sluice/policy'
import { problemResponses, type ServiceApp } from '@sluice/service-kit'
import { jsonAnswer } from '../routes/operation.ts'
import type { RequirePerson } from './console-gate.ts'
import { consoleSecurity } from './console-security.ts'
import type { SecurityKeys } from './security-keys/security-keys.ts'

interface SessionDependencies {
  readonly requirePerson: RequirePerson
  readonly policies: PolicySource
  readonly idleMs: number
  /** Whom the playground may pose as; undefined where there is no playground. */
  readonly sampleUsers: readonly { readonly name: string; readonly title: string }[] | undefined
  readonly mayAssess: (principal: Principal) => boolean
  /** Undefined where there are none. */
  readonly securityKeys: Pick<SecurityKeys, 'standing'> | undefined
}

const sessionSchema = z
  .object({
    user: z.object({
      ...{ subject: z.string(), name: z.string(), tenant: z.string() },
      ...{ roles: z.array(z.string()), departments: z.array(z.string()) },
    }),
    actions: z
      .array(z.enum(ADMIN_ACTIONS))
      .describe('What the person may do at all. How far a permission reaches is asked for each thing.'),
    expires_at: z.iso.datetime().describe('The session ends then, however much it is used.'),
    idle_timeout_seconds: z.int().describe('The session ends when its person has done nothing for so long.'),
    playground: z
      .object({
        users: z
          .array(z.object({ name: z.string(), title: z.string() }))
          .describe('Whom one may pose as there, by the header `x-sluice-as`; empty beside a real directory.'),
      })
      .nullable()
      .describe('Null where this service knows no gateway.'),
    security_keys: z
      .object({
        registered: z.int().describe('How many the person has.'),
        enough_for: z
          .array(z.enum(ADMIN_ACTIONS))
          .describe('Acts that ask for a login, where a key of theirs will do.'),
      })
      .nullable()
      .describe('Null where this service takes none.'),
    assessment: z.boolean().describe('Whether the person may use the assessment.'),
  })
  .openapi('ConsoleSession')

export const whoAmIRoute = createRoute({
  method: 'get',
  path: '/console/session',
  summary: 'Say who is logged in at the console, and what that person may do',
  description: 'The menu of the console follows it. The API decides all the same.',
  security: consoleSecurity,
  responses: {
    200: jsonAnswer('The session.', sessionSchema),
    ...problemResponses([
      ...(['token_missing', 'token_expired', 'action_not_permitted', 'user_not_active'] as const),
      ...(['session_frozen', 'dependency_unavailable'] as const),
    ]),
  },
})

/** Adds what the console asks first. */
export function addWhoAmI(app: ServiceApp, dependencies: SessionDependencies): void {
  const { requirePerson, policies, idleMs, sampleUsers, mayAssess, securityKeys } = dependencies
  app.openapi(whoAmIRoute, async (context) => {
    const caller = await requirePerson(context)
    const { principal, expiresAt } = caller
    const standing = await securityKeys?.standing(caller)
    const { sub, username, tenant, roles, departments } = principal
    const policy = policies.current(tenant)
    return context.json(
      {
        user: { subject: sub, name: username, tenant, roles: [...roles], departments: [...departments] },
        actions: ADMIN_ACTIONS.filter((action) => policy.decide({ principal, action }).effect === 'permit'),
        expires_at: expiresAt.toISOString(),
        idle_timeout_seconds: Math.floor(idleMs / 1_000),
        playground:
          sampleUsers === undefined ? null : { users: sampleUsers.map(({ name, title }) => ({ name, title })) },
        security_keys:
          standing === undefined ? null : { registered: standing.registered, enough_for: standing.enoughFor },
        assessment: mayAssess(principal),
      },
      200,
    )
  })
}
