import type { AssessmentRecords } from '@sluice/api-clients/assessment'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answerOf, assessedDataOf, assessment } from './assessment-call.ts'
import { ApiProblem } from './problem.ts'

export type Project = AssessmentRecords['Project']
export type ProjectLimits = AssessmentRecords['Projects']['limits']
export type ScanRecord = AssessmentRecords['HistoryRecord']
export type ScanFigures = NonNullable<ScanRecord['figures']>
export type ScanUnderWay = AssessmentRecords['ScanUnderWay']
export type Verdict = AssessmentRecords['CnsaVerdict']
export type Coverage = AssessmentRecords['Coverage']
type Score = AssessmentRecords['Score']
export type Finding = AssessmentRecords['Finding']
export type RiskLevel = AssessmentRecords['RiskLevel']
export type MigrationPlan = AssessmentRecords['MigrationPlan']

/** What can be scanned by a name that is known, with the latest scan of each. */
export const projectsQuery = queryOptions({
  queryKey: ['assessment', 'projects'],
  queryFn: async ({ signal }) => await assessedDataOf(assessment.GET('/v1/projects', { signal })),
})

/** The scans that were asked for, the latest first. */
export const scanHistoryQuery = queryOptions({
  queryKey: ['assessment', 'history'],
  queryFn: async ({ signal }) => await assessedDataOf(assessment.GET('/v1/history', { signal })),
})

const permissionsQuery = queryOptions({
  queryKey: ['assessment', 'permissions'],
  queryFn: async ({ signal }) => await assessedDataOf(assessment.GET('/v1/permissions', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Says whether the person may use an endpoint: `POST /v1/scans`. The API decides; this only hides what it would refuse.
 */
export function useMayAssess(endpoint: string): boolean {
  return useQuery(permissionsQuery).data?.endpoints.includes(endpoint) ?? false
}

const LOOK_MS = 700

/** The scans that wait or run, looked at anew for as long as `isFollowed`. */
export function scansUnderWayQuery(isFollowed: boolean) {
  return queryOptions({
    queryKey: ['assessment', 'under-way'],
    queryFn: async ({ signal }) => await assessedDataOf(assessment.GET('/v1/scans', { signal })),
    staleTime: 0,
    refetchInterval: isFollowed ? LOOK_MS : false,
  })
}

/** The documents of a project: all of one scan. */
export interface Assessed {
  readonly verdict: Verdict
  readonly score: Score
  readonly plan: MigrationPlan
  readonly findings: readonly Finding[]
}

/**
 * The documents of a project. Asking has it scanned, unless a scan is under way or has just ended; so they are fetched
 * once, and again only after a scan that somebody has asked for.
 */
export function assessedQuery(path: string) {
  return queryOptions({
    queryKey: ['assessment', 'assessed', path],
    queryFn: async ({ signal }): Promise<Assessed> => {
      const asked = { params: { query: { project: path } }, signal }
      const [verdict, score, plan, summary] = await Promise.all([
        assessedDataOf(assessment.GET('/v1/cnsa-verdict', asked)),
        assessedDataOf(assessment.GET('/v1/scores', asked)),
        assessedDataOf(assessment.GET('/v1/plan', asked)),
        assessedDataOf(assessment.GET('/v1/findings', asked)),
      ])
      if (!('findings' in summary)) throw new ApiProblem(200, undefined)
      return { verdict, score, plan, findings: summary.findings }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 1_800_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isFixed: true },
  })
}

/** Scans a project now. The scan ends where `signal` aborts, as nobody waits for it then. */
export async function scanProject(project: string, signal: AbortSignal): Promise<void> {
  await assessedDataOf(assessment.POST('/v1/scans', { body: { project }, signal }))
}

interface ProjectUpload {
  readonly name: string
  readonly archive: Blob
  /** Files that are not in the archive, though they were chosen. */
  readonly leftOut: number
}

/** Sends a project, in the place of an earlier one of its name. */
export async function uploadProject({ name, archive, leftOut }: ProjectUpload, signal: AbortSignal): Promise<Project> {
  return await assessedDataOf(
    assessment.POST('/v1/projects', {
      params: { query: { name, leftOut } },
      headers: { 'content-type': 'application/zip' },
      // The description knows a file as text only.
      body: '',
      bodySerializer: () => archive,
      signal,
    }),
  )
}

/** Removes an uploaded project with its files; its scans stay in the history. */
export async function removeProject(name: string): Promise<void> {
  await answerOf(assessment.DELETE('/v1/projects/{name}', { params: { path: { name } } }))
}
