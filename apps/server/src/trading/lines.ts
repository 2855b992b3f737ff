import { Refused } from '../http/index.ts'
import type { Site } from '../sites/index.ts'

/** Where the flag of a line of trading stands in a site's type. */
const flags = { oversea: 0, futures: 3 } as const

/** Refuses what a site offers only while the line is on; what is open can be closed without it. */
export function requireLine(site: Site, line: keyof typeof flags): void {
  if (site.type[flags[line]] !== '1') throw new Refused('FEATURE_DISABLED')
}
