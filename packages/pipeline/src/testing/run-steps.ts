import { MAX_STEP_UNITS, type SlicedWork } from '../run/slice-queue.ts'

/** For unit tests: does all steps of some work at once, and throws where one of them costs too much. */
export function runSteps<T>(work: SlicedWork<T>): T {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    if (!(step.value <= MAX_STEP_UNITS)) throw new Error(`A step costs ${step.value} units.`)
  }
}
