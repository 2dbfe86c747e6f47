import type { verifyFiles } from '@sluice/evidence'

/** What the verifier of evidence tells of files. */
export type EvidenceReport = Awaited<ReturnType<typeof verifyFiles>>
