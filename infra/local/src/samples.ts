/** What other tools may know of the local stack: its people, and what they may see. */
export { DEMO_ISSUER } from './compose/addresses.ts'
export { SAMPLE_CLEARANCES, SAMPLE_USERS } from './sample-users.ts'
