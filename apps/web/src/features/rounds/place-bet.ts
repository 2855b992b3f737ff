import type { BettingReply, Side } from '@maru/contract'
import { type ApiError, errorOfAnswer, isApiError } from '../../api/error.ts'

/** What the member wants, once: however often it is sent, the key makes it one bet. */
export interface BetIntent {
  readonly key: string
  readonly tradeRoundId: number
  readonly type: Side
  readonly point: number
}

export type BetOutcome =
  | { readonly kind: 'accepted'; readonly reply: BettingReply }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The request got lost and the key is unusable: there is certainly no bet. */
  | { readonly kind: 'lost' }

export interface BetPorts {
  send(intent: BetIntent): Promise<BettingReply>
  status(key: string): Promise<{ status: number; body: unknown }>
  abandon(key: string): Promise<{ status: number; body: unknown }>
  wait(ms: number): Promise<void>
  /** No answer came: from now on it is being found out what happened. */
  onChecking(): void
}

/** A request may still be on its way: it is looked for this often before its key is made unusable. */
const looksBeforeAbandon = 2
const lookDelayMs = 700
const longestDelayMs = 5_000

/** Sends a bet and does not rest until it is certain whether there is one. */
export async function placeBet(intent: BetIntent, ports: BetPorts): Promise<BetOutcome> {
  try {
    return { kind: 'accepted', reply: await ports.send(intent) }
  } catch (error) {
    if (!isApiError(error)) throw error
    if (!leavesOpen(error)) return { kind: 'refused', error }
  }
  ports.onChecking()
  return await reconcile(intent.key, ports)
}

/** What became of a request whose answer did not arrive, by its key. */
export async function reconcile(
  key: string,
  ports: Pick<BetPorts, 'status' | 'abandon' | 'wait'>,
): Promise<BetOutcome> {
  let looks = 0
  for (let tries = 0; ; tries++) {
    try {
      const abandoning = looks >= looksBeforeAbandon
      const stored = await (abandoning ? ports.abandon(key) : ports.status(key))
      return outcomeOf(stored)
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.code === 'COMMAND_UNKNOWN') {
        if (looks >= looksBeforeAbandon) return { kind: 'lost' }
        looks += 1
      } else if (!error.isAmbiguous && error.status !== 429) return { kind: 'refused', error }
    }
    await ports.wait(Math.min(lookDelayMs * (1 + Math.max(0, tries - looksBeforeAbandon)), longestDelayMs))
  }
}

function outcomeOf({ status, body }: { status: number; body: unknown }): BetOutcome {
  if (status < 400) return { kind: 'accepted', reply: body as BettingReply }
  const error = errorOfAnswer(status, body)
  // The reply that is stored for an abandoned key: nothing was decided under it before.
  return error.code === 'COMMAND_UNKNOWN' ? { kind: 'lost' } : { kind: 'refused', error }
}

/** No answer, or a failure of the server that is not one of the core's own refusals. */
function leavesOpen(error: ApiError): boolean {
  return error.isAmbiguous && error.code !== 'PRICE_FEED_STALE'
}
