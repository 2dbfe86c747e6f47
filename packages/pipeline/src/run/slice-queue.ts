import { type Servable, UserWork } from './user-work.ts'
import type { WorkOwner } from './work-owner.ts'

/**
 * Work in steps. Before each step it yields what the step costs, in units: one unit is one UTF-16 code unit that every
 * recognizer of a layer reads, at most 1.6 microseconds. No step costs more than `MAX_STEP_UNITS`.
 */
export type SlicedWork<T> = Generator<number, T, undefined>

/** The most that one step may cost: 20 milliseconds of the event loop at the very worst. */
export const MAX_STEP_UNITS = 12_288

/** Work that is one step of so many units. */
export function* oneStep<T>(units: number, work: () => T): SlicedWork<T> {
  yield units
  return work()
}

/** Work of so few units is done at once, and nobody measures it: most prompts are that short. */
const SMALL_UNITS = 2_048
/** How long text work may keep one turn of the event loop, in milliseconds; one step may end later. */
const TURN_MS = 4
/** How long one request works before the next user's turn, in milliseconds. */
const SLICE_MS = 1
/** What it costs the event loop to refuse a request that waited in vain, in milliseconds. */
const REFUSAL_COST_MS = 0.1
/**
 * So many rounds of the event loop may pass without a turn while callers connect. In each round the system hands over
 * one connection: with one round a turn, who has just connected would wait behind thousands of connections of others.
 */
const ROUNDS_FOR_CALLERS = 16

/** How long requests of a user wait to begin, in milliseconds. */
interface UserWait {
  /** The one that has waited longest; 0 where none waits. */
  readonly oldestMs: number
  /** One that came now, by those before it; 0 where nobody knows. */
  readonly expectedMs: number
}

const NO_WAIT: UserWait = { oldestMs: 0, expectedMs: 0 }

class Waiting<T> implements Servable {
  readonly owner: WorkOwner
  readonly settled: Promise<T>
  readonly #work: SlicedWork<T>
  readonly #settle = Promise.withResolvers<T>()

  constructor(work: SlicedWork<T>, owner: WorkOwner) {
    this.#work = work
    this.owner = owner
    this.settled = this.#settle.promise
  }

  serve(): boolean {
    const { isStopped, stopReason, clock } = this.owner
    try {
      // Thrown into the work, so that it can let go of what it holds.
      const step = isStopped ? this.#work.throw(stopReason) : workFor(SLICE_MS, this.#work, clock)
      if (step.done !== true) return false
      this.#settle.resolve(step.value)
    } catch (cause) {
      this.#settle.reject(cause)
    }
    return true
  }
}

/** Takes one step, and more until the work or the time is over. Returns the last one. */
function workFor<T>(timeMs: number, work: SlicedWork<T>, clock: WorkOwner['clock']): IteratorResult<number, T> {
  const endsMs = clock.monotonicMs() + timeMs
  let step = work.next()
  while (step.done !== true && clock.monotonicMs() < endsMs) step = work.next()
  return step
}

/**
 * The text work of all requests of a thread. Work that ends within a turn of the event loop is done at once, without a
 * promise. Longer work waits in a queue in which users take turns, and each user's requests too; each turn of the event
 * loop takes a few milliseconds from it. So a short request never waits for long ones, and a user with a hundred long
 * requests delays another user as little as a user with one. Of one user, requests that have begun go before others.
 */
export class SliceQueue {
  /** By user, in the order of their turns. */
  readonly #users = new Map<string, UserWork>()
  #spentMs = 0
  #turnIsDue = false
  #hasNewCaller = false
  #roundsForCallers = 0

  /**
   * Does the work, or begins it. What it throws is thrown, or rejects the promise; the promise rejects with the
   * owner's `stopReason` when its owner has stopped by the time of its next slice.
   */
  run<T>(work: SlicedWork<T>, owner: WorkOwner): T | Promise<T> {
    for (let units = 0; units <= SMALL_UNITS; ) {
      const step = work.next()
      if (step.done === true) return step.value
      units += step.value
    }
    if (this.#users.size === 0 && this.#spentMs < TURN_MS) {
      const step = this.#spend(owner.clock, () => workFor(TURN_MS - this.#spentMs, work, owner.clock))
      if (step.done === true) return step.value
    }
    const waiting = new Waiting(work, owner)
    this.#enqueue(waiting, 'begun')
    return waiting.settled
  }

  /**
   * Waits for a turn for work that the caller does right behind it, outside of the queue. Its cost, in milliseconds,
   * counts against this turn of the event loop. Undefined where it may be done at once.
   */
  waitForTurn(costMs: number, owner: WorkOwner): void | Promise<void> {
    return this.run(
      oneStep(SMALL_UNITS + 1, () => this.#charge(costMs)),
      owner,
    )
  }

  /**
   * The same for a request that has not begun: it waits behind the begun ones of its user. Where its owner has stopped
   * meanwhile, what refusing it costs is counted too, or thousands would be refused in one turn.
   */
  waitToBegin(costMs: number, owner: WorkOwner): void | Promise<void> {
    if (this.#users.size === 0 && this.#spentMs < TURN_MS) {
      this.#askForTurn()
      this.#charge(costMs)
      return
    }
    const work = this.#beginning(costMs)
    // An error that is thrown into a generator which has not started is not seen there.
    work.next()
    const waiting = new Waiting(work, owner)
    this.#enqueue(waiting, 'arriving')
    return waiting.settled
  }

  /** How long requests of this user wait to begin. */
  waitOf(user: string, clock: WorkOwner['clock']): UserWait {
    const work = this.#users.get(user)
    if (work === undefined) return NO_WAIT
    const nowMs = clock.monotonicMs()
    return { oldestMs: work.oldestWaitMs(nowMs), expectedMs: work.expectedWaitMs(nowMs) }
  }

  /** Lets the event loop look for more callers before the next turn: one has just connected. */
  noteNewCaller(): void {
    this.#hasNewCaller = true
  }

  *#beginning(costMs: number): SlicedWork<void> {
    try {
      yield SMALL_UNITS + 1
    } catch (cause) {
      this.#charge(REFUSAL_COST_MS)
      throw cause
    }
    this.#charge(costMs)
  }

  #charge(costMs: number): void {
    this.#spentMs += costMs
  }

  #enqueue(waiting: Servable, place: 'begun' | 'arriving'): void {
    this.#askForTurn()
    const { user } = waiting.owner
    const all = this.#users.get(user) ?? new UserWork()
    this.#users.set(user, all)
    if (place === 'begun') all.begun.push(waiting)
    else all.arrive(waiting)
  }

  /** Counts the time of some work against this turn of the event loop. */
  #spend<T>(clock: WorkOwner['clock'], work: () => T): T {
    this.#askForTurn()
    const startedMs = clock.monotonicMs()
    try {
      return work()
    } finally {
      this.#spentMs += clock.monotonicMs() - startedMs
    }
  }

  #askForTurn(): void {
    if (this.#turnIsDue) return
    this.#turnIsDue = true
    setImmediate(() => this.#takeTurn())
  }

  #takeTurn(): void {
    if (this.#hasNewCaller && this.#roundsForCallers < ROUNDS_FOR_CALLERS) {
      this.#hasNewCaller = false
      this.#roundsForCallers += 1
      setImmediate(() => this.#takeTurn())
      return
    }
    this.#roundsForCallers = 0
    this.#turnIsDue = false
    this.#spentMs = 0
    while (this.#users.size > 0 && this.#spentMs < TURN_MS) this.#serveNextUser()
    if (this.#users.size > 0) this.#askForTurn()
  }

  #serveNextUser(): void {
    const [next] = this.#users
    const [user, all] = next ?? []
    if (user === undefined || all === undefined) return
    this.#users.delete(user)
    all.refuseLate()
    const waiting = all.next()
    if (waiting === undefined) return
    // What has been served once has begun.
    if (!this.#spend(waiting.owner.clock, () => waiting.serve())) all.begun.push(waiting)
    if (!all.isEmpty) this.#users.set(user, all)
  }
}

const textWork = new SliceQueue()

/** Waits for a turn in the one queue of this thread. See `SliceQueue.waitForTurn`. */
export function waitForTurn(costMs: number, owner: WorkOwner): void | Promise<void> {
  return textWork.waitForTurn(costMs, owner)
}

/** Waits until a request may begin, in the one queue of this thread. See `SliceQueue.waitToBegin`. */
export function waitToBegin(costMs: number, owner: WorkOwner): void | Promise<void> {
  return textWork.waitToBegin(costMs, owner)
}

/** Does text work in the one queue of this thread. See `SliceQueue.run`. */
export function workInSlices<T>(work: SlicedWork<T>, owner: WorkOwner): T | Promise<T> {
  return textWork.run(work, owner)
}

/** How long requests of this user wait in the one queue of this thread. See `SliceQueue.waitOf`. */
export function waitOf(user: string, clock: WorkOwner['clock']): UserWait {
  return textWork.waitOf(user, clock)
}

/** Tells the one queue of this thread that somebody has connected. See `SliceQueue.noteNewCaller`. */
export function noteNewCaller(): void {
  textWork.noteNewCaller()
}
