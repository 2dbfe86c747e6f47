import { createRoute, z } from '@hono/zod-openapi'
import { readUpload, uploadQuerySchema } from '../wire/codename-upload.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const answerSchema = z.object({
  version: z.number().describe('Of the registry from now on.'),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  total: z.number().describe('Terms of the tenant from now on.'),
  announced: z.boolean().describe('False where gateways could not be told: they see it within `CODENAME_REFRESH_MS`.'),
})

const route = createRoute({
  method: 'post',
  path: '/admin/private-semantic-map',
  summary: 'Upload codename terms',
  description:
    'AIGO. JSON `{mode, version, reason, terms: [{term, aliases, class, department, replacement}]}`, or a CSV ' +
    '(`text/csv`) with the same columns, aliases separated by `|`, and the rest as query. At most 200,000 terms. ' +
    '`add` also changes terms that are there, `replace` removes all others, `remove` looks at `term` only. Faulty rows ' +
    'are listed by line, the first 100, and nothing of the upload is stored. Its audit record is written first.',
  security: bearer,
  request: { query: uploadQuerySchema },
  responses: {
    200: jsonAnswer('What has changed.', answerSchema),
    ...errorAnswers(...BODY_ERRORS, 'conflict', 'rate_limit_exceeded', 'audit_unavailable', 'layer_failed'),
  },
})

export const writeCodenames: Operation = {
  action: 'write-private-semantic-map',
  route,
  add: (app, { codenames, maxUploadBytes }) => {
    app.openapi(route, async (context) => {
      const { mode, version, reason } = context.req.valid('query')
      const { principal } = context.get('caller')
      const uploader = { principal, requestId: context.get('requestId'), signal: context.req.raw.signal }
      const uploaded = await codenames.upload(uploader, { version, reason }, () =>
        readUpload(context, mode, maxUploadBytes),
      )
      return context.json({ ...uploaded }, 200)
    })
  },
}
