import { invalidCredentialsSchema, tokenRequestSchema, tokenSchema } from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import { findIdentity } from '../identity/identities.ts'
import { type Answer, describeEndpoint, invalidResponse } from '../wire/endpoint.ts'

export const tokenRoute = describeEndpoint('POST /v1/auth/token', {
  operationId: 'createToken',
  summary: 'Get a token',
  description: 'The built-in identity provider. A token is good for 8 hours.',
  request: { body: { required: true, content: { 'application/json': { schema: tokenRequestSchema } } } },
  responses: {
    200: {
      description: 'The token, to be sent as `Authorization: Bearer ...`.',
      content: { 'application/json': { schema: tokenSchema } },
    },
    400: invalidResponse,
    401: {
      description: 'There is no such client, or the secret is not the configured one.',
      content: {
        'application/json': {
          schema: invalidCredentialsSchema,
        },
      },
    },
  },
})

export function createToken(api: AssessmentApi): Answer<typeof tokenRoute> {
  return async (context) => {
    const { clientId, secret } = context.req.valid('json')
    const identity = findIdentity(clientId)
    if (identity === undefined || !api.acceptsSecret(secret)) {
      return context.json({ error: 'Invalid credentials' }, 401, { 'www-authenticate': 'Bearer' })
    }
    return context.json({ token: await api.tokens.issue(identity) }, 200, { 'cache-control': 'no-store' })
  }
}
