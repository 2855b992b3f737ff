/** How often each side sends at least something; 0 is never. */
export interface HeartBeat {
  readonly sendMs: number
  readonly receiveMs: number
}

/**
 * What the two sides agree on (STOMP 1.2, "Heart-beating"): each direction is as often as both can, or not at all.
 * `offered` is the client's heart-beat header, absent = 0,0. Null when it is not two numbers.
 */
export function negotiateHeartBeat(own: HeartBeat, offered = '0,0'): HeartBeat | null {
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(offered)
  if (match === null) return null
  return { sendMs: agreed(own.sendMs, Number(match[2])), receiveMs: agreed(own.receiveMs, Number(match[1])) }
}

const agreed = (one: number, other: number): number => (one === 0 || other === 0 ? 0 : Math.max(one, other))
