import { z } from 'zod'
import { count, scanStatus, timestamp } from './members.ts'
import { VERDICTS } from './vocabulary.ts'

/* Projects, their scans, and what a caller may do. Of the specification is the history, without `figures`. */

export const scanFiguresSchema = z
  .object({
    verdict: z.enum(VERDICTS),
    quantumBroken: count,
    quantumVulnerable: count,
    mitigable: count,
    quantumSafe: count,
    filesRead: count,
    filesNotAssessed: count.describe(
      'Could not be read, left out by ignore files or by the sender of an upload, or in a language that no reader understands.',
    ),
    foldersIgnored: count.describe('Left out by ignore files; how many files lie in them is not known.'),
    unresolvedCalls: count.describe('Calls of known libraries with an algorithm that the code does not tell.'),
  })
  .meta({ id: 'ScanFigures', description: 'For a trend: a verdict with what it rests on.' })

const historyRecord = z
  .object({
    id: z.string(),
    path: z.string(),
    findingCount: count.describe('0 of a failed scan.'),
    score: z.number().min(0).max(1).describe('0 of a failed scan, where it says nothing.'),
    status: scanStatus,
    timestamp,
    figures: scanFiguresSchema.optional().describe('Only of a completed scan.'),
  })
  .meta({ id: 'HistoryRecord' })

export const historySchema = z.array(historyRecord).describe('The latest first.')

/** What a project of an upload is called: it stands in an address and names a folder. */
const projectName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/,
    'must be letters, digits, dots, hyphens and underscores, at most 64, and begin with a letter or digit',
  )
  .meta({ description: 'Of the project: letters, digits, `.`, `-` and `_`, at most 64.', example: 'shop' })

export const projectNameSchema = z.object({ name: projectName })

export const uploadQuerySchema = z.object({
  name: projectName,
  leftOut: z.coerce
    .number()
    .int()
    .min(0)
    .max(1e9)
    .default(0)
    .describe('How many files the sender has left out of the archive; it is shown with the project.'),
})

export const uploadSchema = z
  .object({
    files: count,
    bytes: count.describe('Unpacked.'),
    links: count.describe('Symbolic links of the archive, which were left out.'),
    leftOut: count.describe('Files that the sender has left out of the archive, by its own word.'),
    uploadedAt: timestamp,
  })
  .meta({ id: 'Upload' })

const project = z
  .object({
    path: z.string().describe('What `project` is for this one.'),
    name: z.string(),
    upload: uploadSchema.optional().describe('Only of a project that was uploaded here.'),
    lastScan: historyRecord.optional().describe('The latest completed one that the history has.'),
    scanCount: count.describe('Scans of it in the history.'),
  })
  .meta({ id: 'Project' })

export const uploadedProjectSchema = project

export const projectsSchema = z
  .object({
    projects: z.array(project).describe('Uploads, the folders of ASSESSMENT_ROOTS, and what the history has.'),
    roots: z.array(z.string()).describe('Folders in which a scan may be asked for by path; empty: anywhere.'),
    limits: z.object({
      projects: count.describe('Uploaded projects at once; 0 where none is taken.'),
      archiveBytes: count,
      bytes: count.describe('Unpacked.'),
      files: count,
    }),
  })
  .meta({ id: 'Projects' })

export const permissionsSchema = z
  .object({
    name: z.string().describe('The claim `unique_name` of the token.'),
    role: z.string(),
    endpoints: z.array(z.string()).describe('What the role may call: `POST /v1/scans`.'),
  })
  .meta({ id: 'Permissions' })
