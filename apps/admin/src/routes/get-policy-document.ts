import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const documentSchema = z.object({
  digest: z.string().describe('SHA-256 of the text in UTF-8, base64url.'),
  kind: z
    .enum(['policies', 'schema', 'entities', 'registry'])
    .describe('The Cedar policies; the Cedar schema; what gives callers and models their attributes; the endpoints.'),
  text: z.string(),
})

const route = createRoute({
  method: 'get',
  path: '/admin/policy-documents/{digest}',
  summary: 'Read a text that decisions followed from',
  description:
    'AIGO, CISO, Auditor. Evidence names the policies, the schema, the configuration and the endpoints of its time by ' +
    'their digests; `npm run replay-decisions` makes its decisions again from these texts.',
  security: bearer,
  request: {
    params: z.object({
      digest: z
        .string()
        .regex(/^[\w-]{43}$/)
        .describe('As evidence names it.'),
    }),
  },
  responses: {
    200: jsonAnswer('The text.', documentSchema),
    ...errorAnswers('invalid_request', 'not_found'),
  },
})

export const getPolicyDocument: Operation = {
  action: 'read-policy-document',
  route,
  add: (app, { policyDocuments }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      const { digest } = context.req.valid('param')
      const found = await policyDocuments.find(tenant, digest)
      if (found === undefined) {
        const message = 'No decision about your requests followed from a text of this digest.'
        throw new SluiceError({ code: 'not_found', message, param: 'digest' })
      }
      return context.json({ ...found }, 200)
    })
  },
}
