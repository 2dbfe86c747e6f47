import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { addressOf } from '@sluice/service-kit/environment'
import { siemReceiverSchema } from '../wire/siem-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/siem-receivers',
  summary: 'See what the receivers of events have been sent, and what waits for them',
  description:
    'SOC Analyst, CISO: the receivers that this service is configured with, at most 17. They get the events of all tenants; the ' +
    'numbers are of the records of the own one.',
  security: bearer,
  responses: {
    200: jsonAnswer('The receivers.', z.object({ data: z.array(siemReceiverSchema) })),
    ...errorAnswers(),
  },
})

export const listSiemReceivers: Operation = {
  action: 'list-siem-receivers',
  route,
  add: (app, { siem }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      const dead = await siem.letters.countDead(tenant)
      const data: z.output<typeof siemReceiverSchema>[] = []
      // One after another: each counts up to 20,000 entries of an index.
      for (const receiver of siem.configured) {
        const backlog = await siem.receivers.backlogOf(receiver.url, tenant)
        data.push({
          receiver: addressOf(receiver.url),
          ...('format' in receiver
            ? { over: 'https' as const, format: receiver.format }
            : { over: 'syslog' as const, format: 'cef' as const }),
          ...defined({
            waiting: backlog && { grave: backlog.grave, others: backlog.others },
            batch_sent_at: backlog?.batchSentAt.toISOString(),
          }),
          dead_letters: dead.get(receiver.url) ?? 0,
        })
      }
      return context.json({ data }, 200)
    })
  },
}
