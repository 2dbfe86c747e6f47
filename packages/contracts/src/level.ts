import { z } from 'zod'

/**
 * The one scale for data (sensitivity), endpoints (permitted level) and callers (clearance):
 * 0 public, 1 internal, 2 names and places of persons, 3 contact data, 4 national and account identifiers,
 * 5 payment and financial, 6 health, 7 secrets and the highest codename class.
 */
export const levelSchema = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
  z.literal(7),
])

export type Level = z.infer<typeof levelSchema>
