import { v7 } from 'uuid'

/**
 * Gives a record, a completion or an approval an id of its own: a UUIDv7 (RFC 9562, section 5.7), whose first 48 bits
 * are the time of this machine, so that ids that are made one after another lie beside each other in an index. No
 * caller has a part in it.
 */
export function newId(): string {
  return v7()
}
