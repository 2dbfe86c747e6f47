/**
 * How many members and items a JSON text has at most, by its commas and brackets. Linear, without parsing: a body of
 * many small values takes ten times its size once it is parsed. It counts what is no JSON as well.
 */
export function countJsonValues(json: Uint8Array): number {
  let count = 0
  let inString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) count += 1
  }
  return count
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
