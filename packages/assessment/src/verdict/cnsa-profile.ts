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

/** Rules that hold for national security systems as a whole, and the ends that NIST drafts for everyone. */
export const MILESTONES = [
  { date: '2027-01-01', title: 'New acquisitions comply with CNSA 2.0', source: 'CNSA 2.0 FAQ' },
  { date: '2030-12-31', title: 'What cannot support CNSA 2.0 is phased out', source: 'CNSA 2.0 FAQ' },
  { date: '2031-12-31', title: 'CNSA 2.0 is mandated', source: 'CNSA 2.0 FAQ' },
  { date: '2035-12-31', title: 'RSA and elliptic curves disallowed', source: 'NIST IR 8547, draft' },
] as const
