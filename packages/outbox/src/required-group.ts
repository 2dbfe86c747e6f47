/** The group of the audit trail: no record leaves the outbox before it is there. */
export const REQUIRED_GROUP = 'audit'
