import { pageClock } from '@maru/client/live/clock'

/** The server's clock, kept right by the live connection. Apart from it, for pages that count and have none. */
export const clock = pageClock()
