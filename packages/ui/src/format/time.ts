const kstOffsetMs = 9 * 3_600_000

/** The parts of an instant on the Korean clock, which has no daylight saving. */
function kst(epochMs: number) {
  const iso = new Date(epochMs + kstOffsetMs).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 19) }
}

/** `YYYY-MM-DD HH:mm:ss` in KST. */
export const formatDateTime = (epochMs: number): string => `${kst(epochMs).day} ${kst(epochMs).time}`
/** `YYYY-MM-DD` in KST. */
export const formatDay = (epochMs: number): string => kst(epochMs).day
/** `HH:mm:ss` in KST. */
export const formatTime = (epochMs: number): string => kst(epochMs).time
/** `HH:mm` in KST. */
export const formatMinute = (epochMs: number): string => kst(epochMs).time.slice(0, 5)

/** A remaining time as mm:ss, from an hour on with the hours before it; a second counts until it is over. Never below 00:00. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const hours = Math.floor(seconds / 3_600)
  const parts = [...(hours > 0 ? [hours] : []), Math.floor((seconds % 3_600) / 60), seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
