import styles from './mark.module.css'

/** The product's sign and name: a gate, half raised, and water under it. */
export function Mark() {
  return (
    <span className={styles.mark}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={styles.ground} />
        <path d="M9 6v20M23 6v20" className={styles.posts} />
        <path d="M12.5 9h7v7h-7z" className={styles.gate} />
        <path d="M12 22c1.4-1.6 2.6-1.6 4 0s2.6 1.6 4 0" className={styles.water} />
      </svg>
      Sluice
    </span>
  )
}
