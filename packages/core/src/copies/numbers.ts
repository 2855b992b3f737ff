import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import { isLineStopped } from '../stops/state.ts'
import type { EpochMs, SiteConfig } from '../types.ts'

const DAY_MS: EpochMs = 86_400_000

/** The least that a follow may ask of a price, in ppm of the trader's. */
export const LEAST_SLIP_PPM = 1_000
/** So long after he was turned down, and after he led, somebody may ask to lead again. */
export const REJECTED_MS = 7 * DAY_MS
export const ENDED_MS = 30 * DAY_MS

/** What traders and copies of a site are bounded by (rules E). */
export function copyNumbers(state: State, siteId: number): SiteConfig {
  const site = state.sites.get(siteId)
  invariant(site !== undefined, 'whoever copies is of a site', siteId)
  return site.row
}

/** Why nobody follows or raises on a site now; null: members may. */
export const copyBar = (state: State, siteId: number): 'FEATURE_DISABLED' | 'OPTION_STOPPED' | null =>
  !copyNumbers(state, siteId).isCopyOn
    ? 'FEATURE_DISABLED'
    : isLineStopped(state, siteId, 'COPY')
      ? 'OPTION_STOPPED'
      : null
