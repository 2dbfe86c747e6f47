import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { writeVerifierKey } from '@sluice/evidence'
import { defined } from '@sluice/service-kit/async'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const keySchema = z.string().describe('A verifier key, `NAME+ID+KEY` (C2SP signed-note).')

const keysSchema = z
  .object({
    origin: z.string().describe('Names the log in its checkpoints.'),
    log: z.array(keySchema).describe('Those that sign its checkpoints.'),
    witnesses: z.array(z.array(keySchema)).describe('Those of each witness.'),
    quorum: z.int().min(0).describe('How many witnesses have cosigned each checkpoint that is published.'),
    checkpoint: z
      .object({
        size: z.int().min(0).describe('How many entries it has.'),
        signed_at: z.iso.datetime(),
        note: z.string().describe('The checkpoint with all its signatures.'),
      })
      .optional()
      .describe('The newest that is published; absent before the first.'),
  })
  .openapi('LogKeys')

const route = createRoute({
  method: 'get',
  path: '/admin/audit-log/keys',
  summary: 'Get the keys that proofs are verified with',
  description:
    'SOC Analyst, CISO, Auditor. What `verifyExport` and `npm run audit -- verify` ask for, to verify an export with `format=proof`: ' +
    'the keys of the log and of its witnesses. Whoever does not trust this service has got them another way, and compares.',
  security: bearer,
  responses: { 200: jsonAnswer('The keys, and the newest checkpoint.', keysSchema), ...errorAnswers('conflict') },
})

export const getLogKeys: Operation = {
  action: 'view-log-keys',
  route,
  add: (app, { log, logOrigin }) => {
    app.openapi(route, async (context) => {
      const { trust, checkpoints } = log
      if (trust === undefined) {
        throw new SluiceError({ code: 'conflict', message: 'The log of this service is not signed.' })
      }
      const published = await checkpoints.find('published')
      const checkpoint = published && {
        ...{ size: published.size, signed_at: published.signedAt.toISOString(), note: published.note },
      }
      const witnesses = trust.witnesses.map((keys) => keys.map(writeVerifierKey))
      const quorum = Math.min(trust.quorum, witnesses.length)
      const keys = { log: trust.log.map(writeVerifierKey), witnesses, quorum }
      return context.json({ origin: logOrigin, ...keys, ...defined({ checkpoint }) }, 200)
    })
  },
}
