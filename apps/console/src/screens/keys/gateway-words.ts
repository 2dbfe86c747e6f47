interface Gateways {
  readonly alive: number
  readonly acknowledged: number
  readonly missing: readonly string[]
}

/** Says which gateways have confirmed a change: `2 of 2 running gateways and workers refuse it.` */
export function gatewayWords(gateways: Gateways | undefined, what: string): string {
  if (gateways === undefined) return `The gateways could not be told; they ${what} within a minute.`
  const { acknowledged, missing } = gateways
  const all = acknowledged + missing.length
  if (all === 0) return 'No gateway is running.'
  return `${acknowledged} of ${all} running gateways and workers ${what}.`
}
