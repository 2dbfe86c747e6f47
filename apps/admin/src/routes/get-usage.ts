import { createRoute, z } from '@hono/zod-openapi'
import { MAX_USAGE_ROWS, USAGE_DIMENSIONS } from '@sluice/db'
import { InvalidRequestError } from '@sluice/service-kit'
import { EXPORT_TYPES } from '../audit/export-entries.ts'
import { departmentsInReach } from '../limits/departments-in-reach.ts'
import { usageCsv, usageRowSchema, viewUsageRow } from '../wire/usage-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** Of one report: a year, also one with 366 days. */
const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** One more is looked for, to know whether there are more. */
const MAX_ROWS = MAX_USAGE_ROWS - 1

/** Nothing was counted before 1970, and PostgreSQL knows no year 0. */
const day = z.iso.date().refine((text) => Date.parse(text) >= 0, 'must be in 1970 or later')

const route = createRoute({
  method: 'get',
  path: '/admin/usage',
  summary: 'Report what answers have cost',
  description:
    'CISO, Auditor, AIGO: tokens and money of the tenant. Dept Admin: of users of its own departments; others seem not ' +
    `to exist. Added up by day of UTC, of up to ${MAX_DAYS} days. Exchanges are in the seconds after their end. At most ${MAX_ROWS} rows: by ` +
    '`day` in their order, else the dearest first. A request of a user with several departments counts for each of them. That somebody has read is on record: once a minute for each person.',
  security: bearer,
  request: {
    query: z.strictObject({
      from: day.describe('The first day, for example `2026-11-01`.'),
      to: day.describe('The last day.'),
      by: z.enum(USAGE_DIMENSIONS).describe('What to add up by.'),
      format: z
        .enum(['json', 'csv'])
        .default('json')
        .describe('`csv` says in the header `x-truncated` whether there were more rows.'),
    }),
  },
  responses: {
    200: {
      description: 'The report.',
      content: {
        ...jsonAnswer(
          '',
          z.object({
            data: z.array(usageRowSchema),
            truncated: z.boolean().describe('Whether there are more rows: ask for fewer days, or by something else.'),
          }),
        ).content,
        'text/csv': { schema: z.string() },
      },
    },
    ...errorAnswers('invalid_request', 'audit_unavailable', 'overloaded'),
  },
})

export const getUsage: Operation = {
  action: 'read-usage',
  route,
  add: (app, { usage, readRecords, exports }) => {
    app.openapi(route, async (context) => {
      const { from, to, by, format } = context.req.valid('query')
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      if (days < 1 || days > MAX_DAYS) {
        throw new InvalidRequestError([
          { path: 'query.to', message: `must not be before from, and less than ${MAX_DAYS} days after it` },
        ])
      }
      const caller = context.get('caller')
      const { principal } = caller
      await readRecords.note('usage.read', principal, context.get('requestId'))
      const departments = departmentsInReach(caller)
      const query = { tenant: principal.tenant, from, to, by, departments, limit: MAX_USAGE_ROWS }
      const found = await exports.run(principal, context.req.raw.signal, () => usage.report(query))
      const data = found.slice(0, MAX_ROWS).map(viewUsageRow)
      const truncated = found.length > MAX_ROWS
      if (format === 'json') return context.json({ data, truncated }, 200)
      return context.body(usageCsv(data), 200, { 'content-type': EXPORT_TYPES.csv, 'x-truncated': `${truncated}` })
    })
  },
}
