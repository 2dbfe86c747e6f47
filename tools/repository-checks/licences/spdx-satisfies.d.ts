declare module 'spdx-satisfies' {
  /** Whether an SPDX expression can be met by the allowed ones; throws where one of them is none. */
  export default function satisfies(expression: string, allowed: string[]): boolean
}
