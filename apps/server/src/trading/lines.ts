import type { FastifyInstance } from 'fastify'
import { type Member, Refused } from '../http/index.ts'
import type { Site } from '../sites/index.ts'

/** The position of a line's flag in a site's type. */
const flags = { oversea: 0, futures: 3 } as const

/** Refuses a call that needs the line switched on; open positions can be closed without it. */
export function requireLine(site: Site, line: keyof typeof flags): void {
  if (site.type[flags[line]] !== '1') throw new Refused('FEATURE_DISABLED')
}

/**
 * Refuses an order where the line is off, or the member has the risk warning to read. One that only closes is refused for
 * neither.
 */
export async function admitOrder(
  app: FastifyInstance,
  site: Site,
  { memberId }: Member,
  line: keyof typeof flags,
  { isReduceOnly }: { readonly isReduceOnly?: boolean | undefined },
): Promise<void> {
  if (isReduceOnly === true) return
  requireLine(site, line)
  await app.risk.require(site, memberId)
}
