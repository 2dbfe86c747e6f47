/** What `process.env` looks like, so that a test can pass its own. */
export type Environment = Readonly<Record<string, string | undefined>>
