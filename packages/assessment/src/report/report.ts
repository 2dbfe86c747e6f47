import type { Drawing } from './drawing.ts'

/** How a value is coloured; always beside a word that says the same. */
export type Tone = 'broken' | 'vulnerable' | 'mitigable' | 'safe' | 'plain'

export interface Cell {
  readonly text: string
  readonly tone?: Tone
  /** A path or name as it stands in the code. */
  readonly isCode?: boolean
  /** An address that passed `isLinkTemplate`, with its path encoded. */
  readonly link?: string
}

export interface Column {
  readonly title: string
  /** Share of the width; all shares of a table add up to 1. */
  readonly share: number
  readonly isNumber?: boolean
}

/** What was found in one file. */
export interface FileGroup {
  readonly path: string
  readonly note: string
  readonly rows: readonly (readonly Cell[])[]
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly title: string; readonly text: string }
  | { readonly kind: 'figures'; readonly items: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'chart'; readonly drawing: Drawing }
  | { readonly kind: 'files'; readonly columns: readonly Column[]; readonly files: readonly FileGroup[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }

export interface Section {
  /** Anchor: lower-case letters and hyphens. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Long lists start on a page of their own. */
  readonly startsPage?: boolean
}

/** What every form of the report shows, in this order. Texts are plain: each renderer escapes them for its language. */
export interface Report {
  readonly title: string
  readonly organization: string
  /** The project by its name; never a path of the machine that scanned it. */
  readonly project: string
  /** What else is known of it, such as its commit and how the report is to be handled. */
  readonly details: readonly { readonly label: string; readonly value: string }[]
  /** ISO 8601, UTC. */
  readonly generatedAt: string
  readonly sections: readonly Section[]
}
