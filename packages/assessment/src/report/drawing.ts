/** Colours by what they mean; each renderer has its own for paper, light and dark. */
export type Paint = 'broken' | 'vulnerable' | 'mitigable' | 'safe' | 'ink' | 'accent' | 'muted' | 'line' | 'ground'

export type Shape =
  | {
      readonly kind: 'bar'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly paint: Paint
    }
  | {
      readonly kind: 'line'
      readonly from: readonly [number, number]
      readonly to: readonly [number, number]
      readonly paint: Paint
    }
  | { readonly kind: 'dot'; readonly x: number; readonly y: number; readonly radius: number; readonly paint: Paint }
  | {
      readonly kind: 'text'
      readonly x: number
      /** The base line. */
      readonly y: number
      readonly text: string
      readonly size: number
      readonly paint: Paint
      readonly anchor?: 'start' | 'middle' | 'end'
      readonly isBold?: boolean
    }

/** A chart as shapes on a canvas, so that the page and the paper show the same. Units are those of the canvas. */
export interface Drawing {
  readonly title: string
  /** What the chart shows, for readers who do not see it. */
  readonly description: string
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}
