import { SCAN_FAILURE_HEADER } from '@sluice/assessment-contract'
import { SluiceError } from '@sluice/contracts'
import { newErrorId, type ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { AssessmentApi } from '../assessment-api.ts'
import { type AssessmentSummary, ScanFailure, type View } from '../engine.ts'
import { internalErrorBody } from '../wire/errors.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Scans the project and answers with one of its documents. Whatever kept the scan from its end is a 500 with the reason
 * in a header: for a bill of materials with the body `Scan incomplete`, for anything else with the masked one
 * (specification, sections 4 and 7).
 */
export async function answerView(
  context: Context<ServiceEnv>,
  api: AssessmentApi,
  project: string,
  view: View,
  headers: Headers | ((summary: AssessmentSummary) => Headers),
): Promise<Response> {
  const { signal } = context.req.raw
  try {
    const located = await api.locateProject(project)
    const { parts, summary } = await api.assessments.use(located, { signal, fresh: false }, async (assessed) => ({
      parts: await assessed.render(withPrevious(view, api, located.path, assessed.summary)),
      summary: assessed.summary,
    }))
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const own = typeof headers === 'function' ? headers(summary) : headers
    const all = { 'cache-control': 'no-store', 'content-length': String(length), ...own }
    return context.body(toStream(parts), 200, all)
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    requirePresent(context, error)
    const body = isBillOfMaterials(view) ? { title: 'Scan incomplete', status: 500 } : maskedBody(context, api, error)
    return context.json(body, 500, { [SCAN_FAILURE_HEADER]: error.reason })
  }
}

/** The scores of a project are shown with what changed since its last completed scan before this one. */
function withPrevious(view: View, { history }: AssessmentApi, path: string, { assessedAt }: AssessmentSummary): View {
  if (view.kind !== 'score' && view.kind !== 'report') return view
  const last = history
    .list()
    .find((one) => one.path === path && one.status === 'completed' && one.timestamp < assessedAt)
  if (last === undefined) return view
  return { ...view, previous: { systemScore: last.score, findingCount: last.findingCount, at: last.timestamp } }
}

function isBillOfMaterials({ kind }: View): boolean {
  return kind === 'cbom' || kind === 'cyclonedx'
}

function maskedBody(context: Context<ServiceEnv>, { logger }: AssessmentApi, { reason }: ScanFailure) {
  const errorId = newErrorId()
  // The scan's own lines, before this one, say what kept it from its end.
  logger.warn({ requestId: context.get('requestId'), errorId, reason }, 'no document: the scan is incomplete')
  return internalErrorBody(errorId)
}

/** Nobody reads the answer to a request whose sender has left; the log then shows it for what it is. */
export function requirePresent(context: Context<ServiceEnv>, failure: ScanFailure): void {
  if (context.req.raw.signal.aborted) throw new SluiceError('request_aborted', { cause: failure })
}

/** A part at a time, as the client takes them. */
function toStream(parts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = parts.values()
  return new ReadableStream({
    pull(controller) {
      const { done, value } = left.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}
