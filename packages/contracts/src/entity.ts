import { z } from 'zod'
import type { Level } from './level.ts'

/** The categories that a sensitivity tile counts. */
export const CATEGORIES = ['PII', 'PHI', 'PCI', 'SECRET', 'CODENAME'] as const

export const categorySchema = z.enum(CATEGORIES)

export type Category = z.infer<typeof categorySchema>

/** The kinds of sensitive data that a recognizer can name; the names are Presidio's where it has one. */
export const ENTITY_TYPES = [
  'PERSON',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'IP_ADDRESS',
  'US_SSN',
  'IBAN_CODE',
  'CREDIT_CARD',
  'PASSWORD',
  'API_KEY',
  'ACCESS_TOKEN',
  'PRIVATE_KEY',
  'CODENAME',
] as const

export const entityTypeSchema = z.enum(ENTITY_TYPES)

export type EntityType = z.infer<typeof entityTypeSchema>

/** The level and category of each kind of data. A codename term may have another level. */
export const ENTITY_CLASSES: Readonly<Record<EntityType, { readonly level: Level; readonly category: Category }>> = {
  PERSON: { level: 2, category: 'PII' },
  EMAIL_ADDRESS: { level: 3, category: 'PII' },
  PHONE_NUMBER: { level: 3, category: 'PII' },
  IP_ADDRESS: { level: 3, category: 'PII' },
  US_SSN: { level: 4, category: 'PII' },
  IBAN_CODE: { level: 4, category: 'PII' },
  CREDIT_CARD: { level: 5, category: 'PCI' },
  PASSWORD: { level: 7, category: 'SECRET' },
  API_KEY: { level: 7, category: 'SECRET' },
  ACCESS_TOKEN: { level: 7, category: 'SECRET' },
  PRIVATE_KEY: { level: 7, category: 'SECRET' },
  CODENAME: { level: 7, category: 'CODENAME' },
}
