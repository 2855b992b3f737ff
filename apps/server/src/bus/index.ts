import { type Config, ConfigError } from '../config.ts'
import type { Bus } from '../ports.ts'
import { inProcessBus } from './in-process.ts'

/** The bus that the configuration asks for. Throws ConfigError for one that this version does not have. */
export function openBus(config: Pick<Config, 'natsUrl' | 'roles'>, onError: (error: unknown) => void): Bus {
  if (config.natsUrl !== null)
    throw new ConfigError('NATS_URL is set, but the bus across machines is not available in this version')
  const missing = (['api', 'gateway', 'core', 'market', 'jobs'] as const).filter((role) => !config.roles.has(role))
  if (missing.length > 0) {
    throw new ConfigError(
      `ROLES leaves out ${missing.join(', ')}: roles in several processes need NATS_URL, which is not available in this version`,
    )
  }
  return inProcessBus(onError)
}
