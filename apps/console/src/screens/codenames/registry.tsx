import { Chip } from '../../design/chip.tsx'
import { Time } from '../../design/time.tsx'
import styles from './codenames.module.css'

interface RegistryProps {
  readonly registry: {
    readonly version: number
    readonly changed_by?: string
    readonly changed_at?: string
    readonly gateways: readonly { readonly gateway: string; readonly version: number; readonly at: string }[]
  }
}

/** Which version there is, and whether every gateway has it. */
export function Registry({ registry }: RegistryProps) {
  const { version, changed_by: by, changed_at: at, gateways } = registry
  const behind = gateways.filter((gateway) => gateway.version < version)
  return (
    <p className={styles.registry}>
      <span>
        Version {version}
        {at !== undefined && (
          <>
            , changed <Time at={at} isRelative /> by {by}
          </>
        )}
      </span>
      {version > 0 && gateways.length > 0 && behind.length === 0 && (
        <Chip tone="good">
          {gateways.length === 1 ? 'the gateway has it' : `all ${gateways.length} gateways have it`}
        </Chip>
      )}
      {behind.length > 0 && (
        <Chip tone="warn" title={behind.map(({ gateway, version: has }) => `${gateway}: version ${has}`).join(', ')}>
          {behind.length} of {gateways.length} gateways do not have it yet
        </Chip>
      )}
    </p>
  )
}
