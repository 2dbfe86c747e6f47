import { z } from 'zod'

/** BullMQ's queue of the workers that carry out approved requests. */
export const APPROVAL_QUEUE = 'approved-requests'

/** BullMQ's keys carry a hash tag, so that a Redis Cluster holds them in one slot. */
export const APPROVAL_QUEUE_PREFIX = '{sluice-approvals}'

/** The jobs: look for what has lapsed and what waits for a worker, and carry out one request. */
export const APPROVAL_JOBS = { sweep: 'sweep', execute: 'execute' } as const

/** What a job `execute` carries. What counts is the approval itself: a job that comes twice does nothing. */
export const executeJobSchema = z.strictObject({
  tenant: z.string().min(1),
  id: z.uuid(),
  /** How often it was started before. */
  run: z.int().nonnegative(),
})
