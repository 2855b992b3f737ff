import { useSite } from '../../site/store.ts'

const HOUR_MS = 3_600_000

/** So many hours a limit waits that was raised, as the site sets it. */
export const useRiseHours = (): number => Math.ceil((useSite(({ site }) => site?.limitRiseWaitMs) ?? 0) / HOUR_MS)
