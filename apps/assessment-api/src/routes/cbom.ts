import { z } from '@hono/zod-openapi'
import {
  ALGORITHM_HEADER,
  cbomSchema,
  cycloneDxSchema,
  KEY_ID_HEADER,
  projectSchema,
  signingKeysSchema,
} from '@sluice/assessment-contract'
import { CYCLONEDX_MEDIA_TYPE, CYCLONEDX_VERSIONS, SIGNATURE_KINDS } from '@sluice/assessment-contract/vocabulary'
import type { AssessmentApi } from '../assessment-api.ts'
import { type Answer, cbomResponses, describeEndpoint } from '../wire/endpoint.ts'
import { negotiateCbom } from '../wire/negotiate.ts'
import { answerView } from './answer-view.ts'

export const cbomRoute = describeEndpoint('GET /v1/cbom', {
  operationId: 'getCbom',
  summary: 'Cryptographic bill of materials',
  description:
    `The signed bill of materials of a project. With \`Accept: ${CYCLONEDX_MEDIA_TYPE}\` (also \`; version=1.7\`), or with ` +
    '`format=cyclonedx`, as a CycloneDX CBOM; the parameter goes before the header.',
  request: {
    query: z.object({
      project: projectSchema,
      format: z.enum(['json', 'cyclonedx']).optional(),
      version: z.enum(CYCLONEDX_VERSIONS).optional().describe('Of CycloneDX; 1.6 if unset.'),
      signature: z
        .enum(SIGNATURE_KINDS)
        .default('ecdsa')
        .describe('Which key signs the bill of materials; a CycloneDX one is always signed with ECDSA.'),
    }),
  },
  responses: {
    200: {
      description: 'The bill of materials. `/v1/cbom/key` has the key that its signature is checked with.',
      headers: z.object({
        'content-type': z.string(),
        vary: z.literal('Accept'),
        [KEY_ID_HEADER]: z.string().describe('The key of the signature, as `/v1/cbom/key` names it.'),
        [ALGORITHM_HEADER]: z.string().describe('For example `ECDSA-P384-SHA384`.'),
      }),
      content: {
        'application/json': { schema: cbomSchema },
        [CYCLONEDX_MEDIA_TYPE]: { schema: cycloneDxSchema },
      },
    },
    ...cbomResponses,
  },
})

export function getCbom(api: AssessmentApi): Answer<typeof cbomRoute> {
  return (context) => {
    const { project, format, version, signature } = context.req.valid('query')
    const wanted = negotiateCbom({ format, version, signature, accept: context.req.header('accept') })
    const key = api.signingKeys[wanted.view.kind === 'cbom' ? signature : 'ecdsa']
    const headers = {
      vary: 'Accept',
      'content-type': wanted.contentType,
      [KEY_ID_HEADER]: key.keyId,
      [ALGORITHM_HEADER]: key.algorithm,
    }
    return answerView(context, api, project, wanted.view, headers)
  }
}

export const cbomKeyRoute = describeEndpoint('GET /v1/cbom/key', {
  operationId: 'getCbomKey',
  summary: 'Public keys of the bill of materials',
  description: 'What a signature is checked with, offline; docs/assessment/cbom-verification.md has the commands.',
  responses: {
    200: { description: 'The keys.', content: { 'application/json': { schema: signingKeysSchema } } },
  },
})

export function getCbomKey(api: AssessmentApi): Answer<typeof cbomKeyRoute> {
  return (context) => context.json({ keys: Object.values(api.signingKeys) }, 200)
}
