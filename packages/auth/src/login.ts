/** How and when the user has logged in, as far as the token says it. */
export interface Login {
  /** Claim `auth_time`; seconds since the Unix epoch. */
  readonly authTime?: number
  /** Claim `acr`: the authentication context class that the login met. */
  readonly acr?: string
}

/** How fresh or strong a login an operation asks for. */
export interface LoginDemand {
  /** The longest time since the login, in seconds. */
  readonly maxAgeSeconds?: number | undefined
  /** The authentication context classes of which the login must have met one. */
  readonly acrValues?: readonly string[] | undefined
}

/** The tolerated difference from the issuer's clock. */
const CLOCK_TOLERANCE_SECONDS = 5

/** Reads the login from verified claims; what has another form counts as absent. */
export function readLogin({ auth_time, acr }: Readonly<Record<string, unknown>>): Login {
  return {
    ...(typeof auth_time === 'number' && Number.isFinite(auth_time) ? { authTime: auth_time } : {}),
    ...(typeof acr === 'string' ? { acr } : {}),
  }
}

/** Tells whether a login meets a demand. What the token does not say, it does not meet. */
export function meets({ authTime, acr }: Login, { maxAgeSeconds, acrValues }: LoginDemand, nowMs: number): boolean {
  if (acrValues !== undefined && (acr === undefined || !acrValues.includes(acr))) return false
  if (maxAgeSeconds === undefined) return true
  if (authTime === undefined) return false
  const ageSeconds = nowMs / 1_000 - authTime
  return ageSeconds >= -CLOCK_TOLERANCE_SECONDS && ageSeconds <= maxAgeSeconds + CLOCK_TOLERANCE_SECONDS
}

/**
 * The challenge that tells a client how its user must log in again. Source: RFC 9470, section 3. The demand comes from
 * configuration, which permits no quotes in a class.
 */
export function challengeOf({ maxAgeSeconds, acrValues }: LoginDemand): string {
  const parts = [
    'Bearer error="insufficient_user_authentication"',
    'error_description="A fresher or stronger login is required"',
    ...(acrValues === undefined ? [] : [`acr_values="${acrValues.join(' ')}"`]),
    ...(maxAgeSeconds === undefined ? [] : [`max_age="${maxAgeSeconds}"`]),
  ]
  return parts.join(', ')
}
