const queues = [
  'trade',
  'point',
  'message',
  'chat',
  'error',
  'force_logout',
  'pong',
  'futures',
  'oversea',
  'cross',
  'oversea_cross',
] as const
export type Queue = (typeof queues)[number]

/** Queues whose figures are shown, not counted. */
export type MarginAccountQueue = Extract<Queue, 'cross' | 'oversea_cross'>
export const isMarginAccountQueue = (queue: Queue): queue is MarginAccountQueue =>
  queue === 'cross' || queue === 'oversea_cross'

/** Everything that can be subscribed to. */
export type Destination =
  | { readonly kind: 'queue'; readonly queue: Queue }
  | { readonly kind: 'trade'; readonly optionId: number }
  | { readonly kind: 'notice' | 'console' | 'console_risk'; readonly siteId: number }
  | { readonly kind: 'tick' | 'depth'; readonly stock: string }
  | { readonly kind: 'futures_info' | 'oversea' }

/** The allow-list of SUBSCRIBE; null for every other name. */
export function parseDestination(name: string): Destination | null {
  const queue = /^\/user\/queue\/([a-z_]{1,20})$/.exec(name)?.[1]
  if (queue !== undefined) return isQueue(queue) ? { kind: 'queue', queue } : null
  const topic = /^\/topic\/([a-z_]{1,20})(?:\/([A-Za-z0-9_]{1,32}))?$/.exec(name)
  const [, kind, rest] = topic ?? []
  switch (kind) {
    case 'futures_info':
    case 'oversea':
      return rest === undefined ? { kind } : null
    case 'tick':
    case 'depth':
      return rest === undefined ? null : { kind, stock: rest }
    case 'trade':
      return isId(rest) ? { kind, optionId: Number(rest) } : null
    case 'notice':
    case 'console':
    case 'console_risk':
      return isId(rest) ? { kind, siteId: Number(rest) } : null
    default:
      return null
  }
}

const isQueue = (name: string): name is Queue => (queues as readonly string[]).includes(name)
const isId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,14}$/.test(text)
