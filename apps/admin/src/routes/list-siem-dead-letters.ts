import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { wholeNumber } from '../wire/path.ts'
import { LETTER_STATES, siemDeadLetterSchema, viewDeadLetter } from '../wire/siem-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  state: z.enum(LETTER_STATES).optional().describe('In any state without it.'),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: z.uuid().optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/siem-dead-letters',
  summary: 'List the records that a receiver of events refuses for good, the newest first',
  description:
    'SOC Analyst, CISO: those of the tenant. That somebody has read is on record, once a minute for each person.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(siemDeadLetterSchema),
        next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
      }),
    ),
    ...errorAnswers('invalid_request', 'audit_unavailable'),
  },
})

export const listSiemDeadLetters: Operation = {
  action: 'list-siem-dead-letters',
  route,
  add: (app, { siem, readRecords }) => {
    app.openapi(route, async (context) => {
      const { state, limit, cursor } = context.req.valid('query')
      const { principal } = context.get('caller')
      await readRecords.note('siem_events.read', principal, context.get('requestId'))
      const found = await siem.letters.list({ tenant: principal.tenant, state, limit, after: cursor })
      const next = found.length < limit ? undefined : found.at(-1)?.id
      return context.json({ data: found.map(viewDeadLetter), ...defined({ next }) }, 200)
    })
  },
}
