import { createRoute, z } from '@hono/zod-openapi'
import { readUpload, uploadQuerySchema } from '../wire/codename-upload.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const count = z.int().min(0)

const answerSchema = z
  .discriminatedUnion('valid', [
    z.object({
      valid: z.literal(true),
      version: count.describe('Of the registry that it was held against: name it in the upload.'),
      added: count,
      changed: count,
      removed: count,
      total: count.describe('Terms of the tenant after the upload.'),
    }),
    z.object({
      valid: z.literal(false),
      faults: z
        .array(
          z.object({
            line: z.int().min(1).describe('The line of a CSV; the number of a term in JSON.'),
            message: z.string().describe('What is wrong. It quotes nothing of the row.'),
          }),
        )
        .describe('The first 100.'),
      more: z.boolean().describe('Whether there are more.'),
    }),
  ])
  .openapi('CodenameCheck')

const route = createRoute({
  method: 'post',
  path: '/admin/private-semantic-map/check',
  summary: 'See what an upload of codename terms would do',
  description:
    'AIGO. Takes what the upload takes, in the same form and the same turns, and stores nothing: faulty rows by line, or how many ' +
    'terms would be added, changed and removed.',
  security: bearer,
  request: { query: uploadQuerySchema.omit({ reason: true }) },
  responses: {
    200: jsonAnswer('What would be changed, or what is wrong.', answerSchema),
    ...errorAnswers(...BODY_ERRORS, 'conflict', 'rate_limit_exceeded', 'layer_failed'),
  },
})

export const checkCodenames: Operation = {
  action: 'check-codenames',
  route,
  add: (app, { codenames, maxUploadBytes }) => {
    app.openapi(route, async (context) => {
      const { mode, version } = context.req.valid('query')
      const { principal } = context.get('caller')
      const uploader = { principal, requestId: context.get('requestId'), signal: context.req.raw.signal }
      const checked = await codenames.check(uploader, { version }, () => readUpload(context, mode, maxUploadBytes))
      if (!checked.isRight) {
        const { faults, more } = checked
        return context.json({ valid: false as const, faults: [...faults], more }, 200)
      }
      const { isRight: valid, ...changes } = checked
      return context.json({ valid, ...changes }, 200)
    })
  },
}
