import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { TelemetryConfig } from './telemetry-config.ts'

const PARENT_BASED = 'parentbased_'

/** The sampler of the SDK that a standard name stands for. @param ratio of traces that are kept, 0 to 1. */
export function createSampler(name: TelemetryConfig['OTEL_TRACES_SAMPLER'], ratio = 1): Sampler {
  if (name.startsWith(PARENT_BASED)) {
    return new ParentBasedSampler({ root: plainSampler(name.slice(PARENT_BASED.length), ratio) })
  }
  return plainSampler(name, ratio)
}

function plainSampler(name: string, ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    default:
      return new AlwaysOffSampler()
  }
}
