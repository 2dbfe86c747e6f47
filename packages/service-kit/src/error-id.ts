import { randomUUID } from 'node:crypto'

/** The first 8 hex digits of a new UUID: short enough to be read out on the telephone, and found again in the log. */
export function newErrorId(): string {
  return randomUUID().slice(0, 8)
}
