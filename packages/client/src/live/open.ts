import { pageClock } from './clock.ts'
import { createConnection } from './connection.ts'
import type { Link } from './reconnect.ts'

/** The live connection of a page to its own server, and the server's clock, which every message and pong keeps right. */
export function openLive(onLink: (link: Link) => void, clock = pageClock()) {
  const page = typeof location === 'undefined' ? null : location
  const connection = createConnection({
    url: page ? `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/bx_ws` : '',
    host: page?.host ?? '',
    monotonic: () => performance.now(),
    onPong: (serverTs, sentAt, receivedAt) => clock.sample(serverTs, sentAt, receivedAt),
    onHeard: (serverTs) => clock.heard(serverTs),
    onLink,
  })
  return { clock, connection }
}
