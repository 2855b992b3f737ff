/**
 * When the page connects again, as a pure machine. On a drop it reconnects at once; if that fails, up to two more times
 * 500 ms apart; then it gives up, and the page says so and reloads. While the browser knows that it is offline nothing is
 * tried and nothing is counted: the first try comes with the network.
 */
export const retryDelayMs = 500
export const moreRetries = 2

export type Link =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly failures: number; readonly wasUp: boolean }
  | { readonly kind: 'up' }
  | { readonly kind: 'waiting'; readonly failures: number; readonly wasUp: boolean }
  | { readonly kind: 'offline'; readonly wasUp: boolean }
  | { readonly kind: 'failed' }

export type LinkEvent = 'start' | 'opened' | 'dropped' | 'waited' | 'went-offline' | 'came-online' | 'stop'

/** What the connection has to do on entering the new state. */
export type LinkAction = 'connect' | 'wait' | 'give-up' | 'close' | null

export const idle: Link = { kind: 'idle' }

/** The mask is shown while a connection is being won back, and on a first one as soon as a try failed. */
export function isMasked(link: Link): boolean {
  if (link.kind === 'connecting') return link.wasUp || link.failures > 0
  return link.kind === 'waiting' || link.kind === 'offline' || link.kind === 'failed'
}

export function step(link: Link, event: LinkEvent): { readonly link: Link; readonly action: LinkAction } {
  if (event === 'stop') return { link: idle, action: link.kind === 'idle' ? null : 'close' }
  if (event === 'start') {
    if (link.kind !== 'idle') return stay(link)
    return { link: { kind: 'connecting', failures: 0, wasUp: false }, action: 'connect' }
  }
  switch (link.kind) {
    case 'idle':
    case 'failed':
      return stay(link)
    case 'connecting':
      if (event === 'opened') return { link: { kind: 'up' }, action: null }
      if (event === 'went-offline') return { link: { kind: 'offline', wasUp: link.wasUp }, action: 'close' }
      if (event !== 'dropped') return stay(link)
      if (link.failures >= moreRetries) return { link: { kind: 'failed' }, action: 'give-up' }
      return { link: { kind: 'waiting', failures: link.failures + 1, wasUp: link.wasUp }, action: 'wait' }
    case 'up':
      if (event === 'dropped') return { link: { kind: 'connecting', failures: 0, wasUp: true }, action: 'connect' }
      if (event === 'went-offline') return { link: { kind: 'offline', wasUp: true }, action: 'close' }
      return stay(link)
    case 'waiting':
      if (event === 'waited') {
        return { link: { kind: 'connecting', failures: link.failures, wasUp: link.wasUp }, action: 'connect' }
      }
      if (event === 'went-offline') return { link: { kind: 'offline', wasUp: link.wasUp }, action: null }
      return stay(link)
    case 'offline':
      if (event !== 'came-online') return stay(link)
      return { link: { kind: 'connecting', failures: 0, wasUp: true }, action: 'connect' }
  }
}

const stay = (link: Link) => ({ link, action: null })
