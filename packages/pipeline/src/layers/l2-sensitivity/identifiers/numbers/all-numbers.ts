import { DIAGNOSIS_CODES } from '../health/diagnoses.ts'
import type { Identifier } from '../identifier.ts'
import { ASIA } from './asia.ts'
import { BRITISH_ISLES } from './british-isles.ts'
import { GERMANY } from './germany.ts'
import { HEALTH } from './health.ts'
import { NORTHERN_EUROPE } from './northern-europe.ts'
import { OTHER_COUNTRIES } from './other-countries.ts'
import { SOUTHERN_EUROPE } from './southern-europe.ts'
import { THINGS } from './things.ts'
import { TRAVEL_DOCUMENTS } from './travel-documents.ts'
import { UNITED_STATES } from './united-states.ts'

/** In the order in which they are tried where several fit one place. */
export const NUMBERS: readonly Identifier[] = [
  ...THINGS,
  ...ASIA,
  ...GERMANY,
  ...NORTHERN_EUROPE,
  ...SOUTHERN_EUROPE,
  ...BRITISH_ISLES,
  ...OTHER_COUNTRIES,
  ...UNITED_STATES,
  ...HEALTH,
  DIAGNOSIS_CODES,
  ...TRAVEL_DOCUMENTS,
]
