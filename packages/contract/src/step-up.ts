import type { Endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** Parts that hold neither money nor settings. */
const withoutCode: readonly Permission[] = ['members', 'content', 'proof', 'alarms', 'groupMessages', 'savedFilters']

/** Does a call of staff change money or settings? Then the last code of its session may be no older than the site says (`staffProofMs`). */
export const asksCode = ({ method, permission, changesNothing, isEmergency }: Endpoint): boolean =>
  method === 'POST' &&
  permission !== undefined &&
  changesNothing !== true &&
  isEmergency !== true &&
  !withoutCode.includes(permission)
