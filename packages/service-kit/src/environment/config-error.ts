interface ConfigFault {
  /** The variable, and for a JSON variable the place inside it: `UPSTREAMS.0.url`. */
  readonly variable: string
  readonly message: string
}

/** The configuration cannot be used. Lists every fault; never holds the value of a variable. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[], options?: { readonly cause?: unknown }) {
    const lines = faults.map(({ variable, message }) => `  ${variable}: ${message}`)
    const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`
    super(`The configuration has ${count}:\n${lines.join('\n')}`, options)
    this.name = 'ConfigError'
    this.faults = faults
  }
}
