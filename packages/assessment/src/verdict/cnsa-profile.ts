/*
 * The dates of CNSA 2.0: NSA, Announcing the Commercial National Security Algorithm Suite 2.0 (U/OO/194427-22,
 * re-issued May 2025), pages 5 and 6, and the FAQ, version 2.1 (December 2024, PP-24-4014), pages 11 and 12.
 */

/** Named as the specification says, section 9. */
export const CNSA_PROFILE = { profileName: 'CNSA 2.0', profileVersion: '1.0.0' } as const

export interface TransitionClass {
  readonly id: string
  readonly title: string
  /** Supported and preferred by this year; `null` where the source sets none. */
  readonly preferBy: number | null
  /** Used exclusively by this year. */
  readonly exclusiveBy: number
}

export const TRANSITION_CLASSES = [
  { id: 'firmware', title: 'Software and firmware signing', preferBy: 2025, exclusiveBy: 2030 },
  { id: 'web', title: 'Web browsers, servers and cloud services', preferBy: 2025, exclusiveBy: 2033 },
  { id: 'network', title: 'Traditional networking equipment', preferBy: 2026, exclusiveBy: 2030 },
  { id: 'os', title: 'Operating systems', preferBy: 2027, exclusiveBy: 2033 },
  { id: 'pki', title: 'Niche equipment and large public-key infrastructures', preferBy: 2030, exclusiveBy: 2033 },
  { id: 'custom', title: 'Custom applications and legacy equipment', preferBy: null, exclusiveBy: 2033 },
] as const satisfies readonly TransitionClass[]

/**
 * By when high-value assets and high-impact systems of federal agencies move to post-quantum algorithms: Executive
 * Order 14412 of 22 June 2026 (91 FR 38483).
 */
export const FEDERAL_DATES = { keyEstablishment: '2030-12-31', signature: '2031-12-31' } as const
const FEDERAL_SOURCE = 'Executive Order 14412'

/**
 * Rules that hold for national security systems as a whole, for federal systems of high value, and the ends that NIST
 * drafts for everyone; the goal of 2035 is that of National Security Memorandum 10 (May 2022).
 */
export const MILESTONES = [
  { date: '2027-01-01', title: 'New acquisitions comply with CNSA 2.0', source: 'CNSA 2.0 FAQ' },
  { date: '2030-12-31', title: 'What cannot support CNSA 2.0 is phased out', source: 'CNSA 2.0 FAQ' },
  {
    date: FEDERAL_DATES.keyEstablishment,
    title: 'Key establishment of federal high-value assets and high-impact systems is post-quantum',
    source: FEDERAL_SOURCE,
  },
  { date: '2031-12-31', title: 'CNSA 2.0 is mandated', source: 'CNSA 2.0 FAQ' },
  {
    date: FEDERAL_DATES.signature,
    title: 'Signatures of federal high-value assets and high-impact systems are post-quantum',
    source: FEDERAL_SOURCE,
  },
  { date: '2035', title: 'Goal for the whole move of federal systems', source: 'NSM-10' },
  { date: '2035-12-31', title: 'RSA and elliptic curves disallowed', source: 'NIST IR 8547, draft' },
] as const
