/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A number of parts and texts that no answer has more of. */
const MAX_INDEX = 1_000_000

/** The index at a member; 0 where it is absent or none. */
export function indexIn(value: object, member: string): number {
  const index: unknown = Reflect.get(value, member)
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MAX_INDEX ? index : 0
}

/** The string at a member. */
export function stringIn(value: object, member: string): string | undefined {
  const text: unknown = Reflect.get(value, member)
  return typeof text === 'string' ? text : undefined
}
