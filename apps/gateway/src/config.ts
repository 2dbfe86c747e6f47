import { configuredCallersShape, principalConfigShape } from '@sluice/auth'
import { codenameConfigShape } from '@sluice/codename-store'
import { levelSchema } from '@sluice/contracts'
import { databaseConfigShape } from '@sluice/db'
import { checkKeys, keyConfigShape, requireKeys } from '@sluice/keys'
import { outboxConfigShape, refusalConfigShape } from '@sluice/outbox'
import { DEFAULT_JAILBREAK_THRESHOLDS } from '@sluice/policy'
import { permissionConfigShape, policyStoreConfigShape, quotasConfigShape } from '@sluice/policy-store'
import { redisConfigShape } from '@sluice/redis'
import { serviceConfigShape } from '@sluice/service-kit'
import { boolean, bytes, durationMs, integer, json, port } from '@sluice/service-kit/environment'
import { sessionConfigShape } from '@sluice/sessions'
import { isReplacement } from '@sluice/token-vault'
import { z } from 'zod'
import { heldRequestConfigShape } from './approvals/approval-config.ts'
import { cacheConfigShape } from './cache-config.ts'
import { detectionConfigShape } from './detection-config.ts'
import { endpointsVariableSchema } from './endpoints/registry-schema.ts'
import { TRACE_CONTEXTS } from './observation/exchange-traces.ts'
import { relayConfigShape } from './relay/relay-config.ts'
import { gatewayRoleSchema } from './role.ts'
import { toolCategoryConfigShape } from './tool-servers/tool-categories.ts'
import { toolServerConfigShape } from './tool-servers/tool-server-config.ts'

const DAY_MS = 86_400_000

const confidence = z.number().gt(0).max(1)

const thresholds = z
  .strictObject({
    ...{ observe: confidence, block: confidence, unsure: z.enum(['pass', 'hold']).optional() },
    secondStage: z.boolean().optional(),
    session: z
      .strictObject({
        raise: z.number().min(0).max(3),
        messages: z.int().min(1).max(100),
        halfLifeMs: z.int().min(1_000).max(86_400_000),
      })
      .optional(),
  })
  .refine(({ observe, block }) => observe <= block, 'must have observe <= block')

const codename = z.strictObject({
  term: z.string().min(2).max(128),
  level: levelSchema,
  replacement: z.string().refine(isReplacement, 'must be 2 to 16 of A-Z and 0-9, a letter first').exactOptional(),
})

/** Every environment variable of the gateway, with its unit in its name. */
export const gatewayConfigSchema = z
  .object({
    ...serviceConfigShape,
    GATEWAY_ROLE: gatewayRoleSchema
      .default('server')
      .describe('`server` answers callers; `worker` carries out requests that humans have approved.'),
    PORT: port().default(8080).describe('Port to listen on; 0 lets the system pick one.'),

    ...redisConfigShape({ holds: 'sessions, the Secure State Map, the cache and the outbox' }),
    ...databaseConfigShape({ holds: 'the Users store and policies' }),

    ...principalConfigShape,
    ...configuredCallersShape,
    ...policyStoreConfigShape,

    ...sessionConfigShape,
    SESSION_TOUCH_MS: durationMs({ max: 600_000 })
      .default(10_000)
      .describe(
        'How long a session is used before its use is written to Redis again; at most a third of SESSION_IDLE_MS counts.',
      ),
    SESSIONS_PER_USER: integer({ min: 1, max: 100_000 })
      .default(10_000)
      .describe('Sessions that one user can have open at a time.'),
    STATE_MAP_TTL_MS: durationMs({ min: 1_000 })
      .default(DAY_MS)
      .describe(
        'How long the mapping of a value is kept at least after its last use in a request; it is gone after twice that.',
      ),
    STATE_MAP_SESSION_BYTES: bytes({ min: 65_536 })
      .default(16_777_216)
      .describe(
        'What the mappings of one session may take in Redis, about 200 bytes for each value. At the bound a request ' +
          'with new values is refused with too_many_values.',
      ),
    STATE_MAP_USER_BYTES: bytes({ min: 65_536 })
      .default(33_554_432)
      .describe('What the mappings of one user may take in Redis; refused as for one session.'),
    STATE_MAP_BYTES: bytes({ min: 1_048_576 })
      .default(2_147_483_648)
      .describe(
        'What all mappings may take in Redis. Users are spread over 16 slots that hold a sixteenth each; while one is ' +
          'full, its users are refused with dependency_unavailable.',
      ),
    ...keyConfigShape({ seals: 'They seal the Secure State Map, the cache and the evidence.' }),

    ENDPOINTS: json(endpointsVariableSchema)
      .optional()
      .describe(
        'JSON array of model endpoints in order of preference, for a deployment that never changes them: see ' +
          '[endpoints](../endpoints.md). Either it or ENDPOINTS_FILE is set.',
      ),
    ENDPOINTS_FILE: z
      .string()
      .optional()
      .describe(
        'YAML or JSON file with the registry of [endpoints](../endpoints.md). A change of it is taken while the gateway ' +
          'runs; one that is not valid is refused, and what there was stays.',
      ),
    ENDPOINTS_POLL_MS: durationMs({ min: 50, max: 3_600_000 })
      .default(2_000)
      .describe(
        'How often that file, and those of keys that it names, are looked at. A change counts once they have stayed the ' +
          'same from one look to the next.',
      ),
    TRACE_CONTEXT_TO_ENDPOINTS: z
      .enum(TRACE_CONTEXTS)
      .default('own')
      .describe(
        'What endpoints learn of a trace (W3C Trace Context). `own`: `traceparent` of the gateway, where it is traced. ' +
          '`none`: nothing. `pass`: what the caller has sent, `tracestate` too, with the `traceparent` of the gateway ' +
          'where it is traced.',
      ),
    UPSTREAM_CONNECT_TIMEOUT_MS: durationMs({ min: 100 })
      .default(5_000)
      .describe('Time to open a connection to a model.'),
    UPSTREAM_HEADERS_TIMEOUT_MS: durationMs({ min: 100 })
      .default(120_000)
      .describe('Time until a model begins to answer.'),
    UPSTREAM_IDLE_TIMEOUT_MS: durationMs({ min: 100 })
      .default(120_000)
      .describe('Longest silence inside an answer. A live stream is never cut by a total time.'),
    UPSTREAM_MAX_CONNECTIONS: integer({ min: 1, max: 10_000 })
      .default(512)
      .describe('Connections per endpoint, shared fairly among users; one user holds about a quarter of them.'),
    UPSTREAM_MAX_WAITING: integer({ min: 1, max: 100_000 })
      .default(1_024)
      .describe('Requests per endpoint that may wait for a connection, shared in the same way; more get a 429.'),
    UPSTREAM_MAX_WAIT_MS: durationMs({ min: 1 })
      .default(10_000)
      .describe('The longest wait for a connection; then the next endpoint is tried, or the request gets a 429.'),
    UPSTREAM_MAX_ANSWER_BYTES: bytes({ min: 1_024 }).default(33_554_432).describe('The longest answer taken.'),
    RESTORED_ANSWER_MAX_CHARS: integer({ min: 1_024, max: 268_435_456 })
      .default(33_554_432)
      .describe(
        'The longest that the texts of an answer may become when values take the place of tokens, in UTF-16 code units, ' +
          'of which each takes one or two bytes of memory. A longer answer ends with `answer_too_large`.',
      ),
    UPSTREAM_ATTEMPTS: integer({ min: 1, max: 10 })
      .default(3)
      .describe(
        'Attempts to have one request answered, over all endpoints together. A request that fails and comes again at once shares them.',
      ),

    ...toolServerConfigShape,
    ...toolCategoryConfigShape,
    ...permissionConfigShape,
    JAILBREAK_THRESHOLDS: json(thresholds)
      .default(DEFAULT_JAILBREAK_THRESHOLDS)
      .describe(
        'JSON object {observe, block, unsure, secondStage, session}: from which confidence, 0 to 1, L1 reports and refuses a request; ' +
          '`unsure` is pass or hold (for a human): what becomes of one between the two where there are no guard models; ' +
          '`secondStage` (true) has two more models read what the first is not sure of: with them more attacks are ' +
          'found, and fewer texts refused that are none (see model-card-l1.md); `session` is {raise, messages, halfLifeMs}, `{"raise":1.5,"messages":5,"halfLifeMs":600000}` where it is left ' +
          'out: so many unsure messages of a session, of which half are forgotten in that time, add `raise` to the score ' +
          'of its next one, in logits, and fewer add less.',
      ),
    ...quotasConfigShape,
    ...detectionConfigShape,
    ...relayConfigShape,
    ...heldRequestConfigShape,
    CODENAMES: json(z.array(codename).max(50_000))
      .default([])
      .describe(
        'JSON array of {term, level, replacement}: the codenames that no model may see. `replacement` stands in their tokens.',
      ),

    ...codenameConfigShape,
    CODENAME_REFRESH_MS: durationMs({ min: 100, max: 3_600_000 })
      .default(10_000)
      .describe('How often codenames are read anew where no message says that they have changed.'),
    CODENAME_STALE_AFTER_MS: durationMs({ min: 1_000, max: 86_400_000 })
      .default(120_000)
      .describe(
        'How old the last reading of codenames may be before the gateway reports that it is not ready. It goes on ' +
          'finding those that it has read.',
      ),

    ...cacheConfigShape,

    KEPT_RESPONSES_BYTES: bytes({ min: 1_048_576 })
      .default(268_435_456)
      .describe(
        'What all responses that are kept for a later request (`previous_response_id`) may take in Redis. They are kept ' +
          'for STATE_MAP_TTL_MS; at the bound those go first that were not used for the longest time.',
      ),
    KEPT_RESPONSES_USER_BYTES: bytes({ min: 65_536 })
      .default(33_554_432)
      .describe('What the kept responses of one user may take in Redis; at the bound the oldest of the same user go.'),
    KEPT_RESPONSE_MAX_BYTES: bytes({ min: 1_024, max: 1_048_576 })
      .default(524_288)
      .describe(
        'A response that is longer with all that was sent is not kept, and says `store: false`. Neither is one that is ' +
          'longer than a sixteenth of KEPT_RESPONSES_USER_BYTES.',
      ),

    ...outboxConfigShape({ whenFull: 'requests are refused rather than left unrecorded' }),
    ...refusalConfigShape,

    EVIDENCE_MASKS: integer({ min: 64, max: 65_536 })
      .default(4_096)
      .describe(
        'Masks that are kept ready, one for each record of a request: a thread makes about 4,000 a second. Where none is ' +
          'left, answers wait for the next.',
      ),

    MAX_BODY_BYTES: bytes({ min: 1_024, max: 268_435_456 }).default(33_554_432).describe('The longest request body.'),
    LOCAL_BODY_BYTES: bytes({ min: 0, max: 65_536 })
      .default(16_384)
      .describe('A longer body is parsed, read and masked in a thread of its own kind, which costs it about 0.5 ms.'),
    BODY_THREADS: integer({ min: 0, max: 64 })
      .default(0)
      .describe('Threads for long bodies; 0 takes one less than there are processors, at least 1 and at most 4.'),
    BODY_MAX_WAIT_MS: durationMs({ min: 1 })
      .default(30_000)
      .describe('The longest wait of a long body for a thread; then the request gets a 429.'),
    MAX_BODIES_IN_FLIGHT_BYTES: bytes({ min: 1_024 })
      .default(268_435_456)
      .describe(
        'Request bodies of all open exchanges together, and their answers that are held as a whole: those that are not ' +
          'streamed, behind their first 64 KiB. More is refused with 503 until some have ended.',
      ),
    OVERLOAD_WAIT_MS: durationMs({ min: 50, max: 60_000 })
      .default(2_000)
      .describe(
        'How long a request may wait until this gateway has time for it, behind others of its user; then it is refused with 503.',
      ),
    CLIENT_READ_TIMEOUT_MS: durationMs({ min: 100 })
      .default(60_000)
      .describe('How long a caller may read nothing of an answer that waits; then the connection is closed.'),
    KEEP_ALIVE_COMMENT_MS: durationMs({ min: 100 })
      .default(10_000)
      .describe('Silence in a stream after which a comment line keeps the connection open.'),
    SHOW_SENT: boolean()
      .default(false)
      .describe(
        'Shows a caller what went to the model endpoint, with the tokens in it, where its request has `x-show-sent: 1`, and ' +
          'what the model wrote before tokens became values, where it has `x-show-received: 1`. For ' +
          'development: the tokens also say which types of values a caller may not see.',
      ),
  })
  .superRefine(({ MAX_BODY_BYTES, MAX_BODIES_IN_FLIGHT_BYTES }, context) => {
    if (MAX_BODIES_IN_FLIGHT_BYTES >= MAX_BODY_BYTES) return
    const message = 'is less than MAX_BODY_BYTES'
    context.addIssue({ code: 'custom', path: ['MAX_BODIES_IN_FLIGHT_BYTES'], message })
  })
  .superRefine(({ ENDPOINTS, ENDPOINTS_FILE }, context) => {
    if (ENDPOINTS !== undefined || ENDPOINTS_FILE !== undefined) return
    const message = 'is required but not set; ENDPOINTS_FILE would do as well'
    context.addIssue({ code: 'custom', path: ['ENDPOINTS'], message })
  })
  .superRefine(({ SESSION_IDLE_MS, OUTBOX_SEQUENCE_MS }, context) => {
    if (OUTBOX_SEQUENCE_MS > SESSION_IDLE_MS) return
    const message = 'is not longer than SESSION_IDLE_MS: a session would be numbered from 1 again'
    context.addIssue({ code: 'custom', path: ['OUTBOX_SEQUENCE_MS'], message })
  })
  .superRefine(requireKeys)
  .superRefine(checkKeys)

export type GatewayConfig = z.output<typeof gatewayConfigSchema>
