import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settings } from '../adapters/browser-store.ts'
import { type LogKeys, logKeysQuery } from '../api/audit.ts'
import { useMay } from '../api/session.ts'

const KEY = 'sluice-root-keys'
/** The longest that is kept: 64 keys of the longest kind. */
export const MAX_KEYS_LENGTH = 200_000

/** The keys that evidence is verified with. */
export interface TrustedKeyChoice {
  /** Whether the reader has put them in; else this service has told them. */
  readonly isOwn: boolean
  /** A key on each line, the log's first, and the quorum; undefined while it is being asked for them. */
  readonly text: string | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Takes keys that the reader has got another way; none goes back to those of the service. */
  readonly choose: (text: string | undefined) => void
}

/** Gives the keys that this reader trusts. They are kept in this browser. */
export function useTrustedKeys(): TrustedKeyChoice {
  const [own, setOwn] = useState(() => settings.read(KEY))
  const query = useQuery({ ...logKeysQuery, enabled: useMay('view-log-keys') && own === undefined })
  return {
    isOwn: own !== undefined,
    text: own ?? (query.data === undefined ? undefined : keysAsText(query.data)),
    error: own === undefined ? query.error : null,
    retry: () => void query.refetch(),
    choose: (text) => {
      settings.write(KEY, text)
      setOwn(text)
    },
  }
}

/** Writes the keys of the service as an auditor writes them: `npm run verify-evidence` reads the same file. */
function keysAsText({ log, witnesses, quorum }: LogKeys): string {
  return [...log, ...witnesses.flat(), `quorum ${quorum}`].join('\n')
}
