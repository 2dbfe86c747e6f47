import { useQuery } from '@tanstack/react-query'
import { type ScanUnderWay, scansUnderWayQuery } from '../../api/assessment.ts'
import { Button } from '../../design/button.tsx'
import styles from './assessment.module.css'
import { sizeText } from './plan-upload.ts'
import type { Phase } from './use-assess.ts'
import { counted } from './words.ts'

/** How far an order is, and what stops it. */
export function ScanProgress({ phase, onStop }: { readonly phase: Phase; readonly onStop?: () => void }) {
  return (
    <div className={styles.progress}>
      {phase.kind === 'scanning' ? <Scanning path={phase.path} /> : <Preparing phase={phase} />}
      {onStop !== undefined && (
        <div>
          <Button onClick={onStop}>Stop</Button>
        </div>
      )}
    </div>
  )
}

function Preparing({ phase }: { readonly phase: Exclude<Phase, { readonly kind: 'scanning' }> }) {
  if (phase.kind === 'sending') return <Step words={`Sending ${sizeText(phase.bytes)} …`} />
  return <Step words={`Packing ${phase.done} of ${counted(phase.of, 'file')} …`} share={phase.done / phase.of} />
}

/** Follows the scan of a project, whoever has asked for it. */
export function Scanning({ path }: { readonly path: string }) {
  const { data } = useQuery(scansUnderWayQuery(true))
  const scan = data?.find((one) => one.path === path)
  if (scan === undefined || (scan.state === 'scanning' && scan.filesFound === 0))
    return <Step words="The scan begins …" />
  if (scan.state === 'waiting') return <Step words="Others are scanned first; this one waits …" />
  return <Step words={scanWords(scan)} share={scan.filesRead / scan.filesFound} />
}

/** `Scanning: 12 of 40 files read, 3 findings so far`. */
function scanWords({ filesRead, filesFound, findings }: ScanUnderWay): string {
  return `Scanning: ${filesRead.toLocaleString('en')} of ${counted(filesFound, 'file')} read, ${counted(findings, 'finding')} so far`
}

function Step({ words, share }: { readonly words: string; readonly share?: number | undefined }) {
  return (
    <div className={styles.step}>
      <progress className={styles.bar} aria-label="Progress" {...(share === undefined ? {} : { value: share })} />
      <p role="status">{words}</p>
    </div>
  )
}
