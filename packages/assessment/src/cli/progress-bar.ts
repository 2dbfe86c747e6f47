import { Presets, SingleBar } from 'cli-progress'
import type { ScanProgress } from '../model/detection.ts'

export interface ProgressBar {
  readonly show: (progress: ScanProgress) => void
  readonly end: () => void
}

/** A bar on a terminal; the total grows while the walk still finds files. */
export function startProgressBar(terminal: NodeJS.WriteStream): ProgressBar {
  const bar = new SingleBar(
    {
      stream: terminal,
      format: '{bar} {value} of {total} files, {megabytes} MB, {detections} findings',
      hideCursor: true,
      clearOnComplete: true,
      barsize: 30,
    },
    Presets.shades_classic,
  )
  bar.start(0, 0, { megabytes: '0.0', detections: 0 })
  return {
    show: ({ filesRead, filesFound, bytesRead, detections }) => {
      bar.setTotal(Math.max(filesFound, filesRead))
      bar.update(filesRead, { megabytes: (bytesRead / 1_000_000).toFixed(1), detections })
    },
    end: () => bar.stop(),
  }
}
