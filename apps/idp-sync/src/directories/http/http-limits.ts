/** What one request and its answer may take. */
export interface HttpLimits {
  readonly connectTimeoutMs: number
  /** For the head of the answer, and for the longest silence inside its body. */
  readonly silenceTimeoutMs: number
  readonly maxBodyBytes: number
  /** Sends of one request, the first included. */
  readonly attempts: number
  /** The longest single wait that a directory may ask for. */
  readonly maxWaitMs: number
  /** The first wait after a failure that names none; each further one is twice as long. */
  readonly firstWaitMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  connectTimeoutMs: 5_000,
  silenceTimeoutMs: 30_000,
  maxBodyBytes: 67_108_864,
  attempts: 5,
  maxWaitMs: 120_000,
  firstWaitMs: 250,
}
