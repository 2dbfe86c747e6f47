import { expect, it } from 'vitest'
import { tokenWords } from './token-words.ts'

it.each([
  ['EMAIL_ADDRESS_W8A61RHE3R', 'email address', 'W8A6'],
  ['PERSON_W3G5J2MJ_H4CJ0D9475', 'person', 'H4CJ'],
  ['PERSON_W3G5J2MJ_X1Y2Z3A4_H4CJ0D9475', 'person', 'H4CJ'],
  ['LOCATION_W3G5J2MJ00', 'location', 'W3G5'],
  ['US_SSN_A7RSD88N6F', 'us ssn', 'A7RS'],
])('reads %s', (token, type, id) => expect(tokenWords(token)).toEqual({ type, id }))
