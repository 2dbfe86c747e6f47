import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { mayReach } from '../access-gate.ts'
import { wholeNumber } from '../wire/path.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  department: z.string().min(1).max(128).optional().describe('Terms of this department only.'),
  limit: wholeNumber(1_000).default(100).describe('1 to 1,000.'),
  cursor: z.string().max(16).optional().describe('The `next` of the page before.'),
})

const termView = z
  .object({
    term: z.string(),
    aliases: z.array(z.string()),
    class: z.string().optional(),
    department: z.string().optional(),
    replacement: z.string().optional(),
  })
  .openapi('Codename')

const answerSchema = z.object({
  version: z.number().describe('Counted up by every upload; 0 before the first.'),
  changed_by: z.string().optional(),
  changed_at: z.string().optional(),
  total: z.number().describe('Terms that the caller may see.'),
  departments: z.record(z.string(), z.number()).describe('Of these, by department; the empty name is none.'),
  gateways: z
    .array(z.object({ gateway: z.string(), version: z.number(), at: z.string() }))
    .describe('The version that each gateway has, and when it said so.'),
  data: z.array(termView),
  next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/private-semantic-map',
  summary: 'View the codename registry',
  description: 'AIGO: every term of the tenant. Dept Admin: terms of its own departments; others seem not to exist.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer('One page.', answerSchema),
    ...errorAnswers('invalid_request', 'layer_failed', 'audit_unavailable'),
  },
})

export const readCodenames: Operation = {
  action: 'read-private-semantic-map',
  route,
  add: (app, { codenames, readRecords }) => {
    app.openapi(route, async (context) => {
      const { department, limit, cursor } = context.req.valid('query')
      const caller = context.get('caller')
      const { tenant } = caller.principal
      await readRecords.note('codenames.read', caller.principal, context.get('requestId'))
      const mayRead = (name: string | undefined) =>
        mayReach(caller, { type: 'codename', tenant, departments: name === undefined ? [] : [name] })
      const [registry, page, gateways] = await Promise.all([
        codenames.find(tenant),
        codenames.list({ tenant, mayRead, department, limit, cursor }),
        codenames.gateways(tenant),
      ])
      const { items, total, departments, next } = page
      const answer = {
        version: registry?.version ?? 0,
        ...defined({
          changed_by: registry?.changedBy ?? undefined,
          changed_at: registry?.changedAt?.toISOString(),
        }),
        ...{ total, departments },
        gateways: gateways.map(({ gateway, version, atMs }) => ({
          gateway,
          version,
          at: new Date(atMs).toISOString(),
        })),
        data: items.map((term) => ({ ...term, aliases: [...term.aliases] })),
        ...defined({ next }),
      }
      return context.json(answer, 200)
    })
  },
}
