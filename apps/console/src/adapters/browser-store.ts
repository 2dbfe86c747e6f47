interface KeptValue {
  readonly read: (key: string) => string | undefined
  /** Without a value it is forgotten. */
  readonly write: (key: string, value: string | undefined) => void
}

/** What is kept until the browser's data is cleared: settings of the reader, never anything of the API. */
export const settings: KeptValue = keptIn(() => window.localStorage)

/** What is kept in this tab until it is closed. */
export const tabStore: KeptValue = keptIn(() => window.sessionStorage)

/** A browser may refuse storage: then nothing is kept, and nothing fails. */
function keptIn(storage: () => Storage): KeptValue {
  return {
    read: (key) => {
      try {
        return storage().getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (key, value) => {
      try {
        if (value === undefined) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        // Not kept.
      }
    },
  }
}
