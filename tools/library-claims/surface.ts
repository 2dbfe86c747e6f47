import type { Claim } from './claim.ts'

/** A parameter as its library declares it. */
interface Parameter {
  readonly name?: string
  readonly type?: string
}

/** One way to call a function. */
export interface Signature {
  readonly parameters: readonly Parameter[]
  /** It takes more arguments than it names, or any names. */
  readonly takesMore?: boolean
}

/** What a package says of a claim. */
export type Look =
  /** The name is declared; without signatures, nothing tells its arguments. */
  | { readonly is: 'declared'; readonly signatures?: readonly Signature[] }
  /** The module or type that should have it is there, and does not have it; of a method, that there is no such type. */
  | { readonly is: 'missing'; readonly isTypeMissing?: boolean }
  /** The package does not say: another module, or a type that no name leads to. */
  | { readonly is: 'untold' }

/** The real declarations of a language's libraries, from packages that a distribution or a registry publishes. */
export interface Surface {
  /** What the claims were compared with: `python3-rsa 4.8-1`. By the claims that it declares or misses. */
  packageOf(claim: Claim): { readonly package: string; readonly version: string } | undefined
  look(claim: Claim): Look
}
