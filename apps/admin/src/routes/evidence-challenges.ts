import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { EvidenceChallenge } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { ANSWERS, answersTo, bundlesFor } from '../evidence/answer-challenge.ts'
import { askChallenge, type NamedLeaves } from '../evidence/ask-challenge.ts'
import { jsonBody } from '../wire/freeze-order.ts'
import { uuidPath } from '../wire/path.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_NAMED = 1_000
const MAX_SEED_LENGTH = 256

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** PostgreSQL holds no NUL, and half a pair of surrogates has no UTF-8 form: it would be another seed. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const orderSchema = z
  .strictObject({
    challenge: z.literal(1).optional().describe('The version, as `npm run verify-evidence -- choose` writes it.'),
    by: z.enum(['leaf', 'position']).describe('Indexes of leaves, or positions among the records of the tenant.'),
    numbers: z.array(count).min(1).max(MAX_NAMED).optional().describe('Those that are named.'),
    seed: z
      .string()
      .min(1)
      .max(MAX_SEED_LENGTH)
      .refine(isStorable, 'must be well-formed Unicode without NUL')
      .optional()
      .describe('Or the text that chooses them.'),
    count: z.int().min(1).max(MAX_NAMED).optional().describe('How many it chooses, where `numbers` are not given.'),
    from: count.optional().describe('The first number that the seed may choose.'),
    to: count.optional().describe('The number behind the last one.'),
  })
  .refine(({ numbers, count: wanted }) => (numbers === undefined) !== (wanted === undefined), {
    message: 'must be there, or a seed with count, from and to',
    path: ['numbers'],
  })
  .refine(
    ({ numbers, seed, from, to }) =>
      (from === undefined) === (seed === undefined) &&
      (to === undefined) === (seed === undefined) &&
      (numbers !== undefined || seed !== undefined),
    { message: 'stands with from and to, or none of them does', path: ['seed'] },
  )
  .openapi('EvidenceChallengeOrder')

const challengeSchema = z
  .object({
    challenge: z.literal(1),
    by: z.enum(['leaf', 'position']),
    from: z.int().optional(),
    to: z.int().optional(),
    seed: z.string().optional(),
    numbers: z.array(z.int()),
  })
  .describe('As `npm run verify-evidence` takes it with `--challenge`.')

const askedShape = {
  id: z.uuid(),
  challenge: challengeSchema,
  tree_size: z.int().describe('Of the published checkpoint after which they were named.'),
  asked_by: z.string(),
  asked_at: z.iso.datetime(),
  answer_by: z.iso.datetime(),
}

const answersSchema = z
  .object({
    ...askedShape,
    late: z.int().describe('How many were answered too late, or are not although the time is over.'),
    leaves: z.array(
      z.object({
        number: z.int().describe('As it was named.'),
        record_id: z.string().optional(),
        state: z
          .enum(ANSWERS)
          .describe(
            '`opened`: no proof can be made, and the bundle shows the record. `unproved`: its clearance is not kept or ' +
              'not proved. `absent`: of another tenant, from before there was evidence, or not kept any more.',
          ),
        why: z.string().optional().describe('Why there is no proof: see docs/evidence.md.'),
        at: z.iso.datetime().optional().describe('When the proof was there, or given up.'),
        late: z.boolean(),
      }),
    ),
  })
  .openapi('EvidenceChallenge')

type Answers = z.infer<typeof answersSchema>

function viewChallenge({ id, by, choice, numbers, size, askedBy, askedAt, answerBy }: EvidenceChallenge) {
  const { from, to, seed } = choice ?? {}
  const [asked_at, answer_by] = [askedAt.toISOString(), answerBy.toISOString()]
  return {
    ...{ id, challenge: { challenge: 1 as const, by, ...defined({ from, to, seed }), numbers: [...numbers] } },
    ...{ tree_size: size, asked_by: askedBy, asked_at, answer_by },
  }
}

function namedBy({ by, numbers, seed, count: wanted = 0, from, to }: z.infer<typeof orderSchema>): NamedLeaves {
  const choice = seed === undefined || from === undefined || to === undefined ? undefined : { seed, from, to }
  return { by, choice, ...(numbers === undefined ? { count: wanted } : { numbers }) }
}

const askRoute = createRoute({
  method: 'post',
  path: '/admin/evidence/challenges',
  summary: 'Name records that must be answered for',
  description:
    'Auditor, CISO. Names up to 1,000 leaves of the published checkpoint, by their numbers or by a seed: each must have a ' +
    'proof, an opening or the record of its erasure by `answer_by`. Their proofs come before all others. It is on record first.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    201: jsonAnswer('It is asked.', z.object(askedShape)),
    ...errorAnswers(...BODY_ERRORS, 'conflict', 'overloaded', 'audit_unavailable'),
  },
})

export const challengeEvidence: Operation = {
  action: 'challenge-evidence',
  route: askRoute,
  add: (app, { evidence, exports, outbox }) => {
    app.openapi(askRoute, async (context) => {
      const { principal } = context.get('caller')
      const { tenant, sub } = principal
      const by = { tenant, sub, requestId: context.get('requestId') }
      const named = namedBy(context.req.valid('json'))
      const ask = () => askChallenge(named, by, { ...evidence, outbox })
      const challenge = await exports.run(principal, context.req.raw.signal, ask)
      return context.json(viewChallenge(challenge), 201)
    })
  },
}

const answersRoute = createRoute({
  method: 'get',
  path: '/admin/evidence/challenges/{id}',
  summary: 'Read what became of records that were named',
  description:
    'Auditor, CISO. Which of them are proved, opened or erased, and which are late. As `bundles` it is a bundle on each ' +
    'line, for `npm run verify-evidence`: one without a proof that can be made shows its record.',
  security: bearer,
  request: {
    params: uuidPath,
    query: z.strictObject({ format: z.enum(['json', 'bundles']).default('json') }),
  },
  responses: {
    200: {
      description: 'The answers, or the bundles.',
      content: Object.fromEntries<{ schema: z.ZodType }>([
        ['application/json', { schema: answersSchema }],
        ['application/x-ndjson', { schema: z.string() }],
      ]),
    },
    ...errorAnswers('invalid_request', 'not_found', 'overloaded', 'audit_unavailable'),
  },
})

export const getEvidenceChallenge: Operation = {
  action: 'read-evidence-challenge',
  route: answersRoute,
  add: (app, { evidence, exports, keyRing, readRecords }) => {
    app.openapi(answersRoute, async (context) => {
      const { principal } = context.get('caller')
      const { sources, clock } = evidence
      await readRecords.note('evidence.read', principal, context.get('requestId'))
      const challenge = await evidence.challenges.find(principal.tenant, context.req.valid('param').id)
      if (challenge === undefined) throw new SluiceError('not_found')
      const nowMs = clock.nowMs()
      if (context.req.valid('query').format === 'bundles') {
        const lines = await exports.stream(principal, context.req.raw.signal, () =>
          toBytes(bundlesFor(challenge, sources, keyRing, nowMs)),
        )
        return context.body(lines, 200, { 'content-type': 'application/x-ndjson' })
      }
      const leaves = await exports.run(principal, context.req.raw.signal, async () => {
        const all: Answers['leaves'] = []
        for await (const { number, row, state, why, at, isLate } of answersTo(challenge, sources, nowMs)) {
          const more = defined({ record_id: row?.id, why, at: at?.toISOString() })
          all.push({ number, state, late: isLate, ...more })
        }
        return all
      })
      const late = leaves.filter((leaf) => leaf.late).length
      const answers: Answers = { ...viewChallenge(challenge), late, leaves }
      return context.json(answers, 200)
    })
  },
}

/** A stream that errors where the lines do. */
function toBytes(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await lines.return(undefined)),
  })
}
