/** The promise's value, or undefined after `ms` milliseconds. */
export function orSilence<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
