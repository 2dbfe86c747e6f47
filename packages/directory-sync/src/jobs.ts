import { z } from 'zod'

/** BullMQ's queue of the identity sync. */
export const DIRECTORY_SYNC_QUEUE = 'idp-sync'

/** BullMQ's keys carry a hash tag, so that a Redis Cluster holds them in one slot. */
export const JOB_KEY_PREFIX = '{sluice-jobs}'

/** The names of the jobs: a pull by schedule or at start, and one that a CISO's confirmation asks for. */
export const DIRECTORY_SYNC_JOBS = { pull: 'pull', confirm: 'confirm' } as const

/** What a job `pull` carries. */
export const directoryPullSchema = z.strictObject({
  directory: z.string().min(1).max(64),
  trigger: z.enum(['schedule', 'start']),
})

/**
 * What a job `confirm` carries. It only brings the next pull of the run's directory forward. The confirmation itself
 * is stored in the run by `DirectorySyncRepository.confirm`.
 */
export const directoryConfirmSchema = z.strictObject({ runId: z.uuid() })

export type DirectoryConfirmJob = z.infer<typeof directoryConfirmSchema>

/** Ended jobs are deleted beyond the last 100. A failed pull is not repeated: the schedule brings the next one. */
export const DIRECTORY_SYNC_JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 100 },
} as const
