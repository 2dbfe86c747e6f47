import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  /** One sentence: what this screen is for. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** The way back to a list, above the title. */
  readonly back?: ReactNode
  /** Takes the window's height, so that the list in it scrolls and the page does not. */
  readonly isFilled?: boolean
  readonly children: ReactNode
}

let isFirstPage = true

/** A screen: its title, what can be done with the whole, and its content. Entering it puts the focus on the title. */
export function Page({ title, lead, actions, back, isFilled = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className={classNames(styles.page, isFilled && styles.filled)}>
      <title>{`${title} · Sluice`}</title>
      <header className={styles.header}>
        <div className={styles.heading}>
          {back !== undefined && <div className={styles.back}>{back}</div>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  readonly title: string
  /** Beside the title: a count, a link to all. */
  readonly aside?: ReactNode
  /** Leaves out the space around the content, for tables. */
  readonly isFlush?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A titled part of a screen. */
export function Panel({ title, aside, isFlush = false, className, children }: PanelProps) {
  return (
    <section className={classNames(styles.panel, className)} aria-label={title}>
      <header className={styles.panelHeader}>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className={isFlush ? styles.flush : styles.content}>{children}</div>
    </section>
  )
}

type Fact = readonly [label: string, value: ReactNode]

/** Names and values in two columns. Values that are absent are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
