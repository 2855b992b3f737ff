import { Refused } from '../http/index.ts'
import type { Site } from '../sites/index.ts'

/** The position of a line's flag in a site's type. */
const flags = { oversea: 0, futures: 3 } as const

/** Refuses a call that needs the line switched on; open positions can be closed without it. */
export function requireLine(site: Site, line: keyof typeof flags): void {
  if (site.type[flags[line]] !== '1') throw new Refused('FEATURE_DISABLED')
}
