import type { EntityType } from '@sluice/contracts'
import { DATES } from './dates.ts'

type Kind = Extract<EntityType, 'DATE_TIME' | 'DATE_OF_BIRTH'>

/** A kind, a text, and the values in it. */
export const DATE_MATCHES: readonly (readonly [kind: Kind, text: string, value: string])[] = [
  ...DATES.months.flatMap(({ names }) =>
    names.map((name) => ['DATE_TIME', `seen 14 ${name} 1986 here`, `14 ${name} 1986`] as const),
  ),
  ...DATES.birth.map((word) => ['DATE_OF_BIRTH', `${word} 14.05.1986`, '14.05.1986'] as const),
  ...DATES.weekdays.map((day) => ['DATE_TIME', `she came ${day} morning`, day] as const),
  ['DATE_TIME', 'on 1986-05-14', '1986-05-14'],
  ['DATE_TIME', 'on 1986/5/14.', '1986/5/14'],
  ['DATE_TIME', 'on 1986.05.14', '1986.05.14'],
  ['DATE_TIME', 'on 14/05/1986', '14/05/1986'],
  ['DATE_TIME', 'on 5/14/1986', '5/14/1986'],
  ['DATE_TIME', 'on 14-05-1986,', '14-05-1986'],
  ['DATE_TIME', 'am 14. 5. 1986', '14. 5. 1986'],
  ['DATE_TIME', 'seen 5/14/86 for', '5/14/86'],
  ['DATE_TIME', 'am 14.05.86', '14.05.86'],
  ['DATE_TIME', 'since 05/1986', '05/1986'],
  ['DATE_TIME', 'founded in 1986.', '1986'],
  ['DATE_TIME', 'Ingreso.14/05/1986', '14/05/1986'],
  ['DATE_TIME', 'July 4, 1976', 'July 4, 1976'],
  ['DATE_TIME', 'july 4th 1976', 'july 4th 1976'],
  ['DATE_TIME', 'the 4th of July, 1976', '4th of July, 1976'],
  ['DATE_TIME', 'on July 4', 'July 4'],
  ['DATE_TIME', 'on 4 July we', '4 July'],
  ['DATE_TIME', 'am 4. Juli 1976', '4. Juli 1976'],
  ['DATE_TIME', 'le 1er mars 1976', '1er mars 1976'],
  ['DATE_TIME', 'el 4 de julio de 1976', '4 de julio de 1976'],
  ['DATE_TIME', 'el 4 de marzo', '4 de marzo'],
  ['DATE_TIME', 'on 13-noviembre-2017', '13-noviembre-2017'],
  ['DATE_TIME', "19 Dec. '76", "19 Dec. '76"],
  ['DATE_TIME', '19-Dec-76', '19-Dec-76'],
  ['DATE_TIME', 'en junio de 2007', 'junio de 2007'],
  ['DATE_TIME', 'in May 2007', 'May 2007'],
  ['DATE_TIME', 'at 2020-07-31 00:57:51', '2020-07-31 00:57:51'],
  ['DATE_TIME', '2020-07-31T00:57:51.123Z', '2020-07-31T00:57:51.123Z'],
  ['DATE_TIME', '2020-07-31T00:57+02:00', '2020-07-31T00:57+02:00'],
  ['DATE_TIME', 'July 4, 1976 at 3:30 pm', 'July 4, 1976 at 3:30 pm'],
  ['DATE_TIME', 'July 4 at 3pm', 'July 4 at 3pm'],
  ['DATE_TIME', '4. Juli 1976 um 14 Uhr', '4. Juli 1976 um 14 Uhr'],
  ['DATE_TIME', '4 juillet 1976 à 14h30', '4 juillet 1976 à 14h30'],
  ['DATE_OF_BIRTH', "my date of birth. It's 6/28/1939", '6/28/1939'],
  ['DATE_OF_BIRTH', 'DOB (mm/dd/yyyy): 04/05/1980', '04/05/1980'],
  ['DATE_OF_BIRTH', 'DOB:\n1980-05-14', '1980-05-14'],
  ['DATE_OF_BIRTH', 'DOB 19800203', '19800203'],
  ['DATE_OF_BIRTH', 'geb. 03021980', '03021980'],
  ['DATE_OF_BIRTH', 'geb. 20031980', '20031980'],
  ['DATE_OF_BIRTH', 'birthdate: 12311980', '12311980'],
  ['DATE_OF_BIRTH', 'was born in Paris on 4 May 1980', '4 May 1980'],
]

/** The name of the member that holds a text. */
export const DATES_UNDER_LABELS: readonly (readonly [label: string, kind: Kind, text: string])[] = [
  ['dateOfBirth', 'DATE_OF_BIRTH', '1980-05-14'],
  ['dob', 'DATE_OF_BIRTH', '5/14/80'],
  ['date_of_birth', 'DATE_OF_BIRTH', '19800514'],
  ['created_at', 'DATE_TIME', '2020-07-31T00:57:51Z'],
]

/** What looks like a date and is none, or is no date of birth. */
export const NO_DATES: readonly string[] = [
  '31/02/1986',
  '13/13/1986',
  '30 February we',
  'version 1.2.3',
  'v1.12.1986',
  'release 2020.1.2-beta',
  'path/2020/05/12/x',
  '1/2',
  '1/2/3',
  'ratio 10/12/400',
  '10.12.1986.4',
  '1.2.34',
  '12-34-56',
  'it may 4 times',
  '2 may apply',
  'set 3 2020 rows',
  'out 3 of 4',
  '3 mars bars',
  'you may 2020',
  'at 14:30 and 3 pm',
  'the march of 12 soldiers',
  'March 40',
  'in 19861',
  'we have 1986 rows',
  'in 3000',
  'room 5/2010a',
  '19800203',
  'DOB 19801303',
  'DOB 33331980',
  'DOB 198002031',
  'DOB a19800203',
]

export const NO_BIRTHS: readonly string[] = [
  'She was born in 1980; on 4 May 2001 she left',
  'born 12 weeks early, seen 4 May 2001',
  'reborn 4 May 2001',
  'his birthday\n\non 4 May 2001',
]
