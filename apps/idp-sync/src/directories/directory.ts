import type { DirectoryPull } from '@sluice/directory-sync'

/** A directory of users. Every method throws {@link DirectoryFault} where it cannot read all that was asked for. */
export interface Directory {
  /** Lower-case letters, digits and dashes. */
  readonly name: string
  /** The tenant of its users. */
  readonly tenant: string
  /** Reads the directory. Without a cursor, or where the directory knows none, all of it. */
  pull(request: PullRequest): Promise<DirectoryPull>
  /**
   * Returns those of the ids that still exist. A directory that pages by number can skip a user while others are added
   * or removed, so a user who seems to be gone is looked up by id.
   */
  stillPresent?(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}

interface PullRequest {
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}
