/** What the `assess` command ends with; documented in docs/assessment/cli.md. */
export const EXIT = {
  done: 0,
  /** The verdict is one that `--fail-on` names, or a signature does not hold. */
  failed: 1,
  usage: 2,
  /** No scan took place: the path does not exist, is no folder or cannot be read. */
  scanFailed: 3,
  /** A limit ended the scan; what was found until then was written. */
  incomplete: 4,
  outputFailed: 5,
} as const
