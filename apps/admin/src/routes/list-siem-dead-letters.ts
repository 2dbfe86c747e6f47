import { createRoute, z } from '@hono/zod-openapi'
import { LETTER_STATES, siemDeadLetterSchema, viewDeadLetter } from '../wire/siem-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'
import { pageOf, pageQuery, pageSchema } from './page.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/siem-dead-letters',
  summary: 'List the records that a receiver of events refuses for good, the newest first',
  description:
    'SOC Analyst, CISO: those of the tenant. That somebody has read is on record, once a minute for each person.',
  security: bearer,
  request: { query: pageQuery(LETTER_STATES, z.uuid()) },
  responses: {
    200: jsonAnswer('One page.', pageSchema(siemDeadLetterSchema)),
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
      return context.json(pageOf(found, limit, viewDeadLetter), 200)
    })
  },
}
