import { readRootKeys } from '@sluice/evidence'

/** Whom the reader trusts: the log, its witnesses, and how many of these must have cosigned. */
export type TrustedKeys = ReturnType<typeof readRootKeys>

export { readRootKeys }
