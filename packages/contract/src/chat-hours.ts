const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Korea is nine hours ahead of UTC, all year. */
const KST_MINUTES = 540

/** When chats open: minutes of the day in Korea, over midnight where the first is later. */
export interface ChatHours {
  readonly chatFromMinute: number
  readonly chatToMinute: number
}

/** Whether chats open at a time (epoch ms). */
export function isChatTime({ chatFromMinute: from, chatToMinute: to }: ChatHours, at: number): boolean {
  const minute = (Math.floor(at / MINUTE_MS) + KST_MINUTES) % DAY_MINUTES
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

/** Whether chats open at every time of the day. */
export const isAlwaysChatTime = ({ chatFromMinute, chatToMinute }: ChatHours): boolean =>
  chatFromMinute === 0 && chatToMinute === DAY_MINUTES
