import { lexicon } from './lexicon.ts'

/**
 * Shares of the population that have an occupation, rounded to a class: employment by occupation over the people of the
 * United States (https://www.bls.gov/oes/).
 */
export const OCCUPATIONS = lexicon(`
0.005: nurse | teacher | cashier | driver | cook | accountant | bookkeeper | receptionist | waiter | waitress | cleaner
0.005: software engineer | software developer | programmer | salesman | saleswoman | secretary | carer | caregiver
0.002: lawyer | attorney | physician | doctor | electrician | mechanic | plumber | carpenter | police officer | paralegal
0.002: social worker | professor | lecturer | krankenschwester | lehrer | lehrerin | arzt | warehouse worker
0.0005: pharmacist | firefighter | librarian | translator | dentist | paramedic | radiographer | photographer | physicist
0.0005: chief executive | ceo | psychologist | biologist | chemist | farmer | butcher | baker | tailor | headteacher
0.0003: architect | pilot | surgeon | veterinarian | psychiatrist | economist | journalist | optician | optometrist | actor
0.00005: judge | anesthesiologist | cardiologist | pathologist | oncologist | neurologist | midwife | mayor | bishop
0.00005: senator | lighthouse keeper | actuary | mathematician | geneticist | beekeeper | coroner | sheriff
0.000005: astronomer | astronaut | ambassador | neurosurgeon | governor | falconer | luthier | glassblower | sommelier`)
