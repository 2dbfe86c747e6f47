import { serviceConfigShape } from '@sluice/service-kit'
import { boolean, bytes, csv, durationMs, integer, port } from '@sluice/service-kit/environment'
import { z } from 'zod'

/**
 * The key of the specification's design: fixed, 45 characters, and public, because it stands in this repository. The
 * service warns at start while it is in use.
 */
export const DEFAULT_TOKEN_KEY = 'sluice-assessment-local-key-not-for-operation'

const HOST_NAME = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/i

/** Scheme, host and port as a browser sends them (RFC 6454, section 6.2). */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** Every environment variable of the assessment API, with its unit in its name. */
export const assessmentConfigSchema = z.object({
  ...serviceConfigShape,
  PORT: port().default(8084).describe('Port to listen on, plain HTTP; 0 lets the system pick one.'),

  TOKEN_KEY: z
    .string()
    // RFC 7518, section 3.2: a key for HS256 has at least the 256 bits of the hash.
    .min(32, 'must have at least 32 characters')
    .max(512, 'must have at most 512 characters')
    .default(DEFAULT_TOKEN_KEY)
    .describe(
      'The key that signs tokens (HMAC-SHA256), 32 to 512 characters. The default is public: whoever knows it makes tokens.',
    ),

  TOKEN_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .max(512, 'must have at most 512 characters')
    .optional()
    .describe(
      'The `secret` that a request for a token must bring, 16 to 512 characters. Unset: whoever reaches the port gets a ' +
        'token of any role.',
    ),
  ASSESSMENT_ORIGINS: csv()
    .pipe(z.array(z.string().refine(isOrigin, 'must be an origin, such as https://portal.example')).max(100))
    .default([])
    .describe(
      'Origins whose pages may use the API, comma-separated; pages of others are refused with 403. Empty: any origin.',
    ),
  ASSESSMENT_HOSTS: csv()
    .pipe(z.array(z.string().regex(HOST_NAME, 'must be a name or an address without port').toLowerCase()).max(100))
    .default([])
    .describe(
      'Host names and addresses that the API is called by, comma-separated, without port; requests to others are ' +
        'refused with 403, but for health checks. Empty: any host.',
    ),
  ASSESSMENT_ROOTS: csv()
    .default([])
    .describe('Folders, comma-separated: only what lies in them may be scanned. Empty: whatever the process can read.'),
  ASSESSMENT_PACKS: csv()
    .pipe(z.array(z.string().max(4_096)).max(32))
    .default([])
    .describe('Knowledge packs beside the built-in one, comma-separated: the name of a shipped one or a path.'),
  CBOM_SIGNING_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file with the EC key (P-384 or P-256) that signs bills of materials. Unset: a new one at each start.',
    ),
  CBOM_ML_DSA_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file (PKCS #8, seed only) with the ML-DSA-87 key for those who ask for one. Unset: a new one at each start.',
    ),
  REPORT_ORGANIZATION: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('The organization that a report names when the request names none. Unset: "Your organization".'),

  SCAN_TIME_LIMIT_MS: durationMs({ min: 1_000, max: 3_600_000 })
    .default(600_000)
    .describe('The longest scan; one that takes longer has failed.'),
  SCAN_MAX_FILE_BYTES: bytes({ min: 1_024, max: 104_857_600 }).default(5_242_880).describe('Longer files are skipped.'),
  SCAN_IGNORED_FILES: boolean()
    .default(false)
    .describe(
      'Whether a scan reads also what `.gitignore` and `.ignore` files of a project leave out. Unset, a project says ' +
        'itself what is not looked at; verdict, score and reports count it.',
    ),
  SCAN_MAX_FINDINGS: integer({ min: 1, max: 1_000_000 })
    .default(200_000)
    .describe('A scan that finds more has failed.'),
  SCAN_WORKERS: integer({ min: 0, max: 64 })
    .default(0)
    .describe('Threads that parse, per scan; 0 is the number of cores less one.'),
  SCANS_AT_ONCE: integer({ min: 1, max: 16 }).default(2).describe('Scans that run at the same time.'),
  SCANS_WAITING: integer({ min: 0, max: 1_000 })
    .default(16)
    .describe('Scans that may wait for their turn; more are answered with 429.'),
  SCAN_REUSE_MS: durationMs({ max: 3_600_000 })
    .default(5_000)
    .describe('How long the result of a scan answers further GET requests for the same project; 0 is never.'),
  SCANS_KEPT: integer({ min: 1, max: 64 }).default(4).describe('Results that are kept for that at most.'),
  ENGINE_HEAP_MIB: integer({ min: 64, max: 65_536 })
    .default(1_024)
    .describe('Memory of an engine process for objects, in MiB; a scan that needs more fails.'),

  UPLOADED_PROJECTS: integer({ min: 0, max: 1_000 })
    .default(8)
    .describe(
      'Projects that may be uploaded at once. They lie in a folder of their own under TMPDIR until they are removed or ' +
        'the service ends. 0: none is taken.',
    ),
  UPLOAD_BYTES: bytes({ min: 1_024, max: 1_073_741_824 })
    .default(67_108_864)
    .describe('The longest archive of an uploaded project.'),
  UPLOAD_UNPACKED_BYTES: bytes({ min: 1_024, max: 10_737_418_240 })
    .default(268_435_456)
    .describe('What an archive may hold, unpacked.'),
  UPLOAD_FILES: integer({ min: 1, max: 1_000_000 }).default(20_000).describe('Files that an archive may hold.'),

  HISTORY_RECORDS: integer({ min: 1, max: 5_000 })
    .default(1_000)
    .describe('Records of the history; the oldest leaves.'),
  AUDIT_ENTRIES: integer({ min: 1, max: 10_000 })
    .default(10_000)
    .describe('Entries of the audit trail; the oldest leaves. Each is also a log line.'),
  QUESTIONNAIRE_RESPONSES: integer({ min: 1, max: 5_000 })
    .default(1_000)
    .describe('Responses to questionnaires; the oldest leaves.'),
  MAX_BODY_BYTES: bytes({ min: 1_024, max: 1_048_576 }).default(262_144).describe('The longest request body.'),
})

export type AssessmentConfig = z.output<typeof assessmentConfigSchema>
