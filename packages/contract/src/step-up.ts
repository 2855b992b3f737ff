import type { Endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** How long after a code of the authenticator app staff change money and settings without another one. */
export const proofMs = 10 * 60_000

/** Parts that hold neither money nor settings, and the stop of an emergency, which waits for nothing. */
const withoutCode: readonly Permission[] = ['members', 'content', 'stopWithdrawals', 'stopTrading', 'proof']

/** Does a call of staff change money or settings? Then the last code of its session may be no older than `proofMs`. */
export const asksCode = ({ method, permission, changesNothing }: Endpoint): boolean =>
  method === 'POST' && permission !== undefined && changesNothing !== true && !withoutCode.includes(permission)
