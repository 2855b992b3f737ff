import { formatDay } from '@maru/ui'

const key = 'maru:popups-hidden'

type Hidden = Readonly<Record<string, string>>

function read(storage: Pick<Storage, 'getItem'>): Hidden {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Hidden) : {}
  } catch {
    return {}
  }
}

/** Whether somebody did not want to see a popup again today, a day of Korea. */
export const isHidden = (storage: Pick<Storage, 'getItem'>, id: number, now: number): boolean =>
  read(storage)[id] === formatDay(now)

/** Hides a popup for the rest of the day; those of earlier days are forgotten. */
export function hideToday(storage: Pick<Storage, 'getItem' | 'setItem'>, id: number, now: number): void {
  const today = formatDay(now)
  const kept = Object.entries(read(storage)).filter(([, day]) => day === today)
  storage.setItem(key, JSON.stringify({ ...Object.fromEntries(kept), [id]: today }))
}
