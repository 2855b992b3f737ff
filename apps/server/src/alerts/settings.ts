import type { AlertChannel, AlertKind, AlertSetting } from '@maru/contract'
import { isInDayWindow } from '@maru/contract/day-window'

const told = (app: boolean, push: boolean, mail: boolean) => ({ app, push, mail })

/**
 * How everybody hears at first. Results of rounds and fills are off: the page of the trade shows them to who looks, and a message for
 * each would bury the others.
 */
export const firstSetting: AlertSetting = {
  channels: {
    PRICE: told(true, true, false),
    LIQUIDATION: told(true, true, true),
    ROUND: told(false, false, false),
    ORDER: told(false, false, false),
    MONEY: told(true, true, true),
    ECONOMIC: told(true, true, false),
  },
  quiet: null,
  earlyRatio: null,
  releases: null,
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether a moment (epoch ms) lies in quiet hours of Korea, which may go over midnight. */
export function isQuiet(quiet: AlertSetting['quiet'], at: number): boolean {
  if (quiet === null) return false
  return isInDayWindow(minutesOf(quiet.from), minutesOf(quiet.to), at)
}

/** Where a member hears of something now. Quiet hours keep devices and mailboxes silent, but not about liquidation. */
export function channelsFor({ channels, quiet }: AlertSetting, kind: AlertKind, at: number): ReadonlySet<AlertChannel> {
  const wanted = channels[kind]
  const isSilent = kind !== 'LIQUIDATION' && isQuiet(quiet, at)
  const found = new Set<AlertChannel>()
  if (wanted.app) found.add('app')
  if (wanted.push && !isSilent) found.add('push')
  if (wanted.mail && !isSilent) found.add('mail')
  return found
}

/** Whether a member may hear of a kind at all. */
export const hears = ({ channels }: AlertSetting, kind: AlertKind): boolean =>
  Object.values(channels[kind]).some(Boolean)
