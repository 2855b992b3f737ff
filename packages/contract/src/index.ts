import { evidenceEndpoints } from './evidence.ts'
import { futuresEndpoints } from './futures.ts'
import { commandEndpoints, memberEndpoints, siteEndpoints } from './member.ts'
import { overseaEndpoints } from './oversea.ts'
import { securityEndpoints } from './security.ts'
import { tradeEndpoints } from './trade.ts'

export { accentFault } from './accent.ts'
export * from './endpoint.ts'
export * from './enums.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './evidence.ts'
export * from './futures.ts'
export * from './member.ts'
export * from './messages.ts'
export * from './oversea.ts'
export * from './paging.ts'
export * from './primitives.ts'
export * from './security.ts'
export * from './trade.ts'

/** Every call of the API by name. */
export const endpoints = {
  ...siteEndpoints,
  ...memberEndpoints,
  ...securityEndpoints,
  ...commandEndpoints,
  ...tradeEndpoints,
  ...futuresEndpoints,
  ...overseaEndpoints,
  ...evidenceEndpoints,
}
export type Endpoints = typeof endpoints
