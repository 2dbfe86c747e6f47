import { ASIA_MATCHES } from './asia.cases.ts'
import { BRITISH_ISLES_MATCHES } from './british-isles.cases.ts'
import { GERMANY_MATCHES } from './germany.cases.ts'
import { HEALTH_MATCHES } from './health.cases.ts'
import { NORTHERN_EUROPE_MATCHES } from './northern-europe.cases.ts'
import type { NumberMatch } from './number-match.cases.ts'
import { OTHER_COUNTRIES_MATCHES } from './other-countries.cases.ts'
import { SOUTHERN_EUROPE_MATCHES } from './southern-europe.cases.ts'
import { THINGS_MATCHES } from './things.cases.ts'
import { TRAVEL_DOCUMENT_MATCHES } from './travel-documents.cases.ts'
import { UNITED_STATES_MATCHES } from './united-states.cases.ts'

/** The tables of all families. */
export const NUMBER_MATCHES: readonly NumberMatch[] = [
  ...UNITED_STATES_MATCHES,
  ...HEALTH_MATCHES,
  ...BRITISH_ISLES_MATCHES,
  ...GERMANY_MATCHES,
  ...SOUTHERN_EUROPE_MATCHES,
  ...NORTHERN_EUROPE_MATCHES,
  ...ASIA_MATCHES,
  ...OTHER_COUNTRIES_MATCHES,
  ...THINGS_MATCHES,
  ...TRAVEL_DOCUMENT_MATCHES,
]

/** What looks like a kind and is none. */
export const NUMBER_NEAR_MISSES: readonly string[] = [
  '911-89-1234',
  'orgnr 974760674',
  'on 0201256-7',
  'CVR 13585629',
  'the passport requires AB12',
  'passport of 2024',
  'a passport holder with 12345678',
  'sha1 91:E4:1A:48:03:98:EA:22:6A:BD:8B:93:16',
  'order 945456787654 of 12 May',
  'the routing 121042883',
  'see page 112, line 405 and 55763229 more',
  'MRN: 2024-05-13',
  'Patient: Wei Silva\nDOB: 1948-05-07\nMRN follows',
  'the account manager called 3 times since 20245',
  'passport control, gate 123456789x',
  'the license of 12345678 users',
  'FQ 00 00 00 C',
  'version 1.12345678Z',
  'path/12345678Z',
  '12345678Z-5.txt',
  '12345678A',
  'we 2 are',
  'id 550e8400-e29b-41d4-a716-44665544000',
  'id 00000000-0000-0000-0000-000000000000',
  'x/550e8400-e29b-41d4-a716-446655440000',
  'to 0x52908400098527886E0F7030069857D2E4169eE7',
  'to ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n0',
  'order 12-3456789',
  'EIN 07-3456789',
  'commit 8001015009087f3',
  '1700000000',
  '1234 5678 9012',
  'call 415-555-2671',
  '16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyY',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx',
  '00:00:00:00:00:00',
  'at 12:34:56 and 10:11:12',
  '1M8GDM9A1KP042788',
  'the ab51 abc',
  'M1 1CA',
  'HRB and 12345',
  '529.982.247-26',
  '111.111.111-11',
  '104-82-1313',
  '960121+1021413',
  '310289-211C',
  'sum of 51 824 753 557',
  '3.8112189876',
  'a,b,c\n7,10000000146,9',
  'a;b;86095742719;c',
]
