import type { State, Turn } from '../state.ts'
import type { EpochMs, PriceUnits } from '../types.ts'
import { type EndedHold, isBeyond, type PriceGate } from './price-gate.ts'
import type { PriceInput, TradedInstrument } from './state.ts'

/** So long a message is held at most. */
const QUOTE_MS = 1_000
/** Marks come each second: one that stands alone is false, and the next one has to be able to show it. */
const MARK_MS = 1_500
/** A quiet market quotes nothing for seconds. */
const CONTRACT_MS = 6_000
/** A mark and an order book agree only while both are so fresh. */
const FRESH_MS = 2_000

type Stream = PriceInput['kind']

/** An order book is accepted before the mark that liquidates on it. */
const streams = ['depth', 'mark', 'last'] as const

/**
 * Takes a price of an instrument; gives what counts from now on, in the order in which it is worked off: nothing while it is held, and
 * what it releases with it. `onExpiry` is called where its time ends.
 */
export function admitPrice(
  state: State,
  instrument: TradedInstrument,
  input: PriceInput,
  turn: Turn,
  onExpiry: (input: PriceInput, now: Turn) => void,
): readonly PriceInput[] {
  const price = priceOf(input)
  const jumpPpm = jumpOf(instrument)
  // Nobody trades on an order book without orders.
  if (price === null) return [input]
  const gate = instrument.gates[input.kind] as PriceGate<PriceInput>
  const before = gate.hold
  const ended = gate.offer(input, price, turn.at, { jumpPpm, maxMs: maxMsOf(instrument, input.kind) })
  if (ended) note(instrument, input.kind, ended, turn)
  // As almost always.
  if (streams.every((stream) => instrument.gates[stream].hold === null)) return [input]
  const counts = new Map<Stream, PriceInput>()
  if (gate.hold === null) counts.set(input.kind, input)
  for (const stream of streams) {
    const one = instrument.gates[stream] as PriceGate<PriceInput>
    if (one.hold === null || !isAgreed(instrument, one.hold.newest.price, stream, jumpPpm, turn.at)) continue
    counts.set(stream, one.hold.newest.message)
    note(instrument, stream, one.release('CONFIRMED'), turn)
  }
  const { hold } = gate
  if (hold !== null && hold !== before)
    state.due.push(hold.until, (_state, now) => {
      if (gate.hold !== hold) return
      note(instrument, input.kind, gate.release('EXPIRED'), now)
      onExpiry(hold.newest.message, now)
    })
  return streams.flatMap((stream) => counts.get(stream) ?? [])
}

/** Whether a price by which members are judged or filled is held: nothing fires, liquidates or fills until it counts or is gone. */
export const isHeld = ({ gates, contracts }: TradedInstrument): boolean =>
  gates.depth.hold !== null || (contracts.length > 0 ? gates.last : gates.mark).hold !== null

/** The mark and the middle of the order book confirm each other, and a trade. Quotes of contracts have nothing beside them. */
function isAgreed(
  { contracts, gates }: TradedInstrument,
  price: PriceUnits,
  stream: Stream,
  jumpPpm: number,
  at: EpochMs,
): boolean {
  if (contracts.length > 0) return false
  const others = stream === 'last' ? [gates.mark, gates.depth] : [stream === 'mark' ? gates.depth : gates.mark]
  return others.some((gate) => {
    const other = gate.newestWithin(FRESH_MS, at)
    return other !== null && !isBeyond(price, other, jumpPpm / 3)
  })
}

const maxMsOf = ({ contracts }: TradedInstrument, stream: Stream): number =>
  contracts.length > 0 ? CONTRACT_MS : stream === 'mark' ? MARK_MS : QUOTE_MS

/** The most careful of all sites: an instrument has one price. */
function jumpOf({ markets, contracts }: TradedInstrument): number {
  let jumpPpm = Number.POSITIVE_INFINITY
  for (const { row } of markets) jumpPpm = Math.min(jumpPpm, row.jumpPpm)
  for (const { row } of contracts) jumpPpm = Math.min(jumpPpm, row.jumpPpm)
  return jumpPpm
}

/** Of an order book the middle of its best prices, or the only best one; null where it has none. */
function priceOf(input: PriceInput): PriceUnits | null {
  if (input.kind !== 'depth') return input.price
  const [bid, ask] = [input.bids[0]?.[0], input.asks[0]?.[0]]
  return bid !== undefined && ask !== undefined ? (bid + ask) / 2 : (bid ?? ask ?? null)
}

function note({ symbol }: TradedInstrument, stream: Stream, hold: EndedHold<PriceInput>, turn: Turn): void {
  turn.effects.add('heldPrices', {
    siteGroup: turn.siteGroup,
    id: turn.nextId(),
    instrument: symbol,
    stream,
    accepted: hold.from === null ? null : Math.round(hold.from),
    price: Math.round(hold.price),
    heldAt: hold.since,
    endedAt: turn.at,
    ending: hold.ending,
  })
}
