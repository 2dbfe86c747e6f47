import { randomUUID } from 'node:crypto'

/**
 * The first 8 hex digits of a new UUID: short enough to read out on the telephone, and long enough to find in the log.
 */
export function newErrorId(): string {
  return randomUUID().slice(0, 8)
}
