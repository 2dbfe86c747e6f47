import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type Kind = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  /** `plain` by default. One `primary` at most for each screen or dialog. */
  readonly kind?: Kind
  readonly icon?: IconName
  /** Words for the time in which the act runs: "Freezing …". The button is disabled while they are shown. */
  readonly busy?: string | false | undefined
}

/** A button of the console. */
export function Button({ kind = 'plain', icon, busy, className, children, disabled, ...rest }: ButtonProps) {
  const isBusy = typeof busy === 'string'
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      className={classNames(styles.button, styles[kind], className)}
    >
      {icon !== undefined && <Icon name={icon} />}
      {isBusy ? busy : children}
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: Kind): string {
  return classNames(styles.button, styles[kind])
}
