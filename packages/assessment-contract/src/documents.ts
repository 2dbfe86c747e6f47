import { z } from 'zod'
import { isLinkTemplate } from './link-template.ts'
import { count, scanStatus, timestamp } from './members.ts'
import { CONFIDENCES, CYCLONEDX_VERSIONS, PARTS, RISK_LEVELS, URGENCIES, VERDICTS } from './vocabulary.ts'

/* The records of the specification, section 2. The engine writes them; the API's description is made from these. */

const riskLevel = z.enum(RISK_LEVELS).meta({ id: 'RiskLevel' })
const year = z.int().describe('The year by which CNSA 2.0 wants it done.')

const asset = z
  .object({
    logicalId: z.string().describe('The same for the same use of the same algorithm, wherever it stands.'),
    locationalId: z.string().describe('`<logicalId>::<file>:<line>`'),
    role: z.string().describe('For example `Signature`.'),
    algorithm: z.string(),
    parameters: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('What the code says: keySize (bits), curve, mode, padding, hash, parameterSet, library, protocol.'),
    riskLevel,
  })
  .meta({ id: 'Asset' })

export const cbomSchema = z
  .object({
    header: z.object({
      version: z.string(),
      projectPath: z.string().describe('The path that was scanned.'),
      kbVersion: z.string().describe('Of the built-in knowledge.'),
      packs: z.array(z.string()).optional().describe('Knowledge packs beside the built-in one: `extended 1.0.0`.'),
      generatedAt: timestamp,
    }),
    assets: z.array(asset),
    signature: z.string().describe('Base64, over the canonical JSON of header and assets.'),
  })
  .meta({ id: 'Cbom' })

const finding = z
  .object({
    algorithm: z.string(),
    role: z.string(),
    risk: riskLevel,
    confidence: z.enum(CONFIDENCES),
    location: z.string().describe('The file, relative to the project.'),
    line: z.int().min(1),
    description: z.string(),
    part: z.enum(PARTS).describe('What is shipped, or what only tests it.'),
    code: z.string().describe('The line of code, shortened, without what may be key material.'),
    replacement: z
      .object({
        target: z.string().describe('What takes its place; empty where that is not known before it is looked into.'),
        exclusiveBy: year,
      })
      .optional()
      .describe('Only where CNSA 2.0 asks for something.'),
  })
  .meta({ id: 'Finding' })

/** Members beyond the specification that split its figures, which go on covering both. */
function byPart<Figures extends z.ZodType>(figures: Figures) {
  return {
    product: figures.describe('Of what is shipped.'),
    test: figures.describe('Of what only tests it.'),
  }
}

const findingCounts = z.object({
  count,
  quantumBroken: count,
  quantumVulnerable: count,
  mitigable: count,
  quantumSafe: count,
})

export const findingsSchema = findingCounts
  .extend({ findings: z.array(finding), ...byPart(findingCounts) })
  .meta({ id: 'FindingsSummary' })

const fileCount = z.object({ files: count, bytes: count })

const coverage = z
  .object({
    filesRead: count,
    leftOut: z
      .record(z.string(), count)
      .describe('Files and folders that were not read, by reason, such as `too-large` or `parse-failed`.'),
    ignored: z.object({ files: count, folders: count }).describe('What .gitignore and .ignore files leave out.'),
    understood: fileCount.describe('Source in languages that a reader understands.'),
    byText: fileCount.describe('Source of which lines are compared with patterns.'),
    notUnderstood: fileCount.describe('Source in languages that are known by name only.'),
    unresolved: z
      .array(z.object({ library: z.string(), part: z.enum(PARTS), count, places: z.array(z.string()) }))
      .describe(
        'Calls of known libraries with an algorithm that the code does not tell, with the first places (`file:line`).',
      ),
    languages: z.array(
      fileCount.extend({ language: z.string(), reading: z.enum(['understood', 'byText', 'notUnderstood']) }),
    ),
    open: z
      .object({ count, files: z.array(z.string()) })
      .describe('Source that no reader understands, that names cryptography, and in which nothing was found.'),
    archives: fileCount.describe('Not looked into.'),
    binaries: fileCount.describe('Compiled programs; not looked into.'),
  })
  .meta({ id: 'Coverage' })

const scoreFigures = z.object({
  systemScore: z.number().min(0).max(1).describe('0: all quantum-safe; 1: all quantum-broken.'),
  componentCount: count.describe('Distinct algorithm types.'),
  findingCount: count.describe('All detections.'),
})

const scoreBand = z.object({ from: z.number(), band: z.string(), meaning: z.string() })

const scoreScale = z
  .object({
    best: z.literal(0),
    worst: z.literal(1),
    better: z.literal('lower'),
    band: z.string().describe('Of this score, such as `high`.'),
    meaning: z.string(),
    bands: z.array(scoreBand).describe('All bands, from the best; each holds scores from `from` on.'),
  })
  .meta({ id: 'ScoreScale', description: 'How to read the score.' })

const scoreChange = z
  .object({
    since: timestamp,
    systemScore: z.number().describe('Of that scan.'),
    difference: z.number().describe('Below 0 the score became better.'),
    direction: z.enum(['better', 'worse', 'same']),
    findings: z.int().describe('How many more findings there are; below 0 there are fewer.'),
  })
  .meta({ id: 'ScoreChange', description: 'Since the last scan of the same project that the history has.' })

export const scoreSchema = scoreFigures
  .extend({ scale: scoreScale, change: scoreChange.optional(), ...byPart(scoreFigures), coverage })
  .meta({ id: 'Score' })

const verdictFigures = z.object({
  verdict: z.enum(VERDICTS).describe('`Compliant` only where all was read that may hold code.'),
  compliant: count,
  nonCompliant: count,
})

export const verdictSchema = verdictFigures
  .extend({
    gaps: z.array(z.object({ algorithm: z.string(), gapDescription: z.string(), recommendedAction: z.string() })),
    evidence: z.object({ profileName: z.string(), profileVersion: z.string() }),
    product: verdictFigures.describe('Of what is shipped.'),
    test: verdictFigures
      .partial({ verdict: true })
      .describe('Of what only tests it; no verdict instead of `Compliant` where nothing was found in test code.'),
    coverage,
  })
  .meta({ id: 'CnsaVerdict' })

const planFigures = z.object({ totalEffortDays: count, itemCount: count })

export const planSchema = planFigures
  .extend({
    ...byPart(planFigures),
    items: z.array(
      z.object({
        urgency: z.enum(URGENCIES),
        algorithm: z.string(),
        target: z.string(),
        effortDays: count,
        rationale: z.string(),
        exclusiveBy: year,
      }),
    ),
  })
  .meta({ id: 'MigrationPlan' })

export const scanResultSchema = z
  .object({ id: z.string(), status: scanStatus, findings: count })
  .meta({ id: 'ScanResult' })

export const scansSchema = z
  .array(
    z
      .object({
        path: z.string(),
        state: z.enum(['waiting', 'scanning']).describe('`waiting` where others run first.'),
        askedAt: timestamp,
        filesFound: count.describe('Grows while folders are still being read.'),
        filesRead: count,
        bytesRead: count,
        findings: count.describe('Detections so far.'),
      })
      .meta({ id: 'ScanUnderWay' }),
  )
  .describe('In the order in which they were asked for.')

export const auditSchema = z
  .array(
    z
      .object({
        actor: z.string().describe('The claim `unique_name`, or `anonymous`.'),
        action: z.string().describe('The HTTP method.'),
        target: z.string().describe('The path of the request.'),
        timestamp,
        detail: z.string().describe('`Status: <code>`'),
      })
      .meta({ id: 'AuditEntry' }),
  )
  .describe('The latest first.')

export const signingKeysSchema = z
  .object({
    keys: z.array(
      z.object({
        keyId: z.string(),
        algorithm: z.string(),
        publicKey: z.string().describe('PEM (SubjectPublicKeyInfo).'),
      }),
    ),
  })
  .meta({ id: 'SigningKeys' })

/** The longest path that Linux takes, in characters (PATH_MAX of limits.h). */
const MAX_PATH_LENGTH = 4_096

/** The path of the project to scan. */
export const projectSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be given once, as text') })
  .min(1, 'must not be empty')
  .max(MAX_PATH_LENGTH, `must have at most ${MAX_PATH_LENGTH} characters`)
  .refine((path) => !path.includes('\0'), 'must not hold a null character')
  .meta({ description: 'The folder to scan, as the service sees it; `.` is its working directory.', example: '.' })

/** A SARIF 2.1.0 log; its own schema says the rest. Not a loose object, which no type tells from findings. */
export const sarifSchema = z.object({ version: z.literal('2.1.0') }).meta({ id: 'Sarif' })

/** A CycloneDX CBOM; its own schema says the rest. */
export const cycloneDxSchema = z
  .object({ bomFormat: z.literal('CycloneDX'), specVersion: z.enum(CYCLONEDX_VERSIONS) })
  .meta({ id: 'CycloneDx' })

export const scanRequestSchema = z.object({ project: projectSchema })

const shortText = z.string().trim().max(120)

/** What a report says of its project that a scan cannot know; beyond the specification's members, all optional. */
const reportNames = {
  name: shortText.optional().describe("The project's name on the report, instead of that of its folder."),
  version: shortText.optional(),
  commit: shortText.optional(),
  classification: shortText.optional().describe('How the report is to be handled, such as `Internal`.'),
  linkTemplate: z
    .string()
    .refine(isLinkTemplate, 'must be an http or https address with {path} in it, of at most 500 characters')
    .optional()
    .describe('Leads from a finding to its line: `https://code.example/blob/main/{path}#L{line}`.'),
}

/** The report's query; `format` and `project` are the specification's. */
export const reportQuerySchema = z.object({
  project: projectSchema,
  format: z.enum(['html', 'md']).default('html'),
  ...reportNames,
})

const assignment = z.object({
  owner: shortText.min(1).optional(),
  due: z
    .union([z.iso.date(), z.string().regex(/^\d{4}$/)])
    .optional()
    .describe('`2027-06-30`, or a year.'),
})

const MAX_ASSIGNMENTS = 200

export const reportRequestSchema = z.object({
  project: projectSchema,
  organization: z.string().max(120).optional().describe('Named on the report; the configured one if unset or empty.'),
  ...reportNames,
  assignments: z
    .record(z.string().min(1).max(60), assignment)
    .refine((all) => Object.keys(all).length <= MAX_ASSIGNMENTS, `must have at most ${MAX_ASSIGNMENTS} members`)
    .optional()
    .describe('Who replaces an algorithm until when, by its name; `*` is for all others.'),
})
