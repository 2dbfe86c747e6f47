import { answerOf, assessment } from './assessment-call.ts'

/** What a project can be had as, as a file. */
export type AssessmentFile = 'html' | 'md' | 'pdf' | 'sarif' | 'cbom' | 'cyclonedx'

/** What stands on a report that a scan cannot know. */
interface ReportNames {
  readonly name: string
  readonly organization?: string | undefined
  readonly classification?: string | undefined
}

/** Has a file made of a project. Each is of one scan: of the one that has just ended, or of one that is made for it. */
export async function fetchAssessmentFile(file: AssessmentFile, project: string, names: ReportNames): Promise<Blob> {
  const { name, organization, classification } = names
  const said = { project, name, ...(classification && { classification }) }
  const blob = { parseAs: 'blob' } as const
  switch (file) {
    case 'html':
    case 'md':
      return await blobOf(assessment.GET('/v1/reports', { params: { query: { ...said, format: file } }, ...blob }))
    case 'pdf':
      return await blobOf(
        assessment.POST('/v1/reports/render', { body: { ...said, ...(organization && { organization }) }, ...blob }),
      )
    case 'sarif':
      return await blobOf(assessment.GET('/v1/findings', { params: { query: { project, format: 'sarif' } }, ...blob }))
    case 'cbom':
      return await blobOf(assessment.GET('/v1/cbom', { params: { query: { project, format: 'json' } }, ...blob }))
    case 'cyclonedx':
      return await blobOf(assessment.GET('/v1/cbom', { params: { query: { project, format: 'cyclonedx' } }, ...blob }))
  }
}

async function blobOf(call: Parameters<typeof answerOf<Blob>>[0]): Promise<Blob> {
  const { data } = await answerOf(call)
  return data ?? new Blob()
}
