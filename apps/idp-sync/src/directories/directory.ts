import type { DirectoryPull } from '@sluice/directory-sync'

/** A directory of users. Every method throws {@link DirectoryFault}; what it cannot read completely it does not read. */
export interface Directory {
  /** Lower-case letters, digits and dashes. */
  readonly name: string
  /** The tenant of its users. */
  readonly tenant: string
  /** Reads the directory. Without a cursor, or where the directory knows none, all of it. */
  pull(request: PullRequest): Promise<DirectoryPull>
  /**
   * Of these ids, those that are still there: directories that page by number can skip a user when others come and go
   * at the same time, so that a user who seems to be gone is asked for by name.
   */
  stillPresent?(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}

export interface PullRequest {
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}
