/** Outlines on a grid of 16, drawn with one stroke. */
const PATHS = {
  overview: 'M2.5 13.5v-4M6.2 13.5v-7M9.8 13.5v-5M13.5 13.5v-11',
  approvals: 'M5.5 8.2l1.8 1.8 3.4-3.8M8 1.8l5.4 2v4.4c0 3-2.2 5.2-5.4 6-3.2-.8-5.4-3-5.4-6V3.8z',
  people: 'M8 8a2.7 2.7 0 100-5.4A2.7 2.7 0 008 8zM2.8 13.8c.5-2.6 2.5-3.9 5.2-3.9s4.7 1.3 5.2 3.9',
  audit: 'M3 2.5h7l3 3v8H3zM5.5 7.5h5M5.5 10.5h5',
  evidence: 'M8 1.9v12.2M3.2 5.2L8 1.9l4.8 3.3M3.2 5.2v5.6L8 14.1l4.8-3.3V5.2',
  policies: 'M3 3.5h10M3 8h6M3 12.5h10M11.5 6.5v3M10 8h3',
  codenames: 'M2.5 8.5V3h5.5l5.5 5.5-5.5 5.5zM5.6 6.1h.01',
  'break-glass': 'M5.3 9.7a3 3 0 112.9-2.2L13.5 7.5v2.4h-1.8v1.8H9.6l-1.5-1.5M4.9 7h.01',
  siem: 'M2.5 4.5h11M2.5 8h7M2.5 11.5h4M11 9.5l2.5 2-2.5 2',
  keys: 'M10.5 7.5a2.5 2.5 0 10-2.4-1.8L2.5 11.3v2.2h2.2v-1.5h1.5v-1.5h1.5l.9-.9M11 4.9h.01',
  endpoints: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  playground: 'M2.5 3h11v8h-6l-3 2.5V11h-2zM5.5 6h5M5.5 8.3h3',
  assessment: 'M8 1.8l5.5 3v6.4l-5.5 3-5.5-3V4.8zM8 5.5v3.2M8 11h.01',
  search: 'M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.3 10.3l3.4 3.4',
  close: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  check: 'M3.5 8.5l3 3 6-7',
  warning: 'M8 2.3l6.2 11H1.8zM8 6.6v3M8 11.4h.01',
  freeze: 'M8 1.8v12.4M2.6 4.9l10.8 6.2M13.4 4.9L2.6 11.1M6.3 3l1.7 1.5L9.7 3M6.3 13l1.7-1.5L9.7 13',
  next: 'M6 3.5L10.5 8 6 12.5',
  back: 'M10 3.5L5.5 8l4.5 4.5',
  sun: 'M8 10.8a2.8 2.8 0 100-5.6 2.8 2.8 0 000 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13.3 9.6A5.8 5.8 0 016.4 2.7a5.8 5.8 0 106.9 6.9z',
  leave: 'M6.5 2.5h-4v11h4M6 8h7.5M10.5 5l3 3-3 3',
} as const

export type IconName = keyof typeof PATHS

interface IconProps {
  readonly name: IconName
  /** In pixels; 16 by default. */
  readonly size?: number
}

/** Draws an icon in the colour of its text. It says nothing: words stand beside it, or a label on what holds it. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.45}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
