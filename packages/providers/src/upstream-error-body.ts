/** What an upstream says of its own error. No caller reads it before `UpstreamWordsFilter` has. */
export interface UpstreamErrorBody {
  readonly message?: string | undefined
  readonly param?: string | undefined
  readonly code?: string | undefined
  readonly type?: string | undefined
}
