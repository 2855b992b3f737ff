import type { OutgoingKind, OutgoingRow } from '@maru/core'

/**
 * What became of a call. SENT: the other side has it. PENDING: it has it, and has to be asked how it ends. FAILED: it refused for good.
 * AGAIN: it certainly does not have it. UNKNOWN: it may have it.
 */
export type Outcome =
  | { readonly state: 'SENT' | 'PENDING' }
  | { readonly state: 'FAILED' | 'AGAIN' | 'UNKNOWN'; readonly error: string }
  /** Nothing left the house, and nothing failed: it waits until it may. */
  | { readonly state: 'HELD'; readonly error: string }

/** How calls of one kind are made. What it throws counts as UNKNOWN where it can ask for the outcome, else as AGAIN. */
export interface Courier {
  /** So many calls of one row; then it is DEAD, and an operator has to look. */
  readonly mostAttempts: number
  /** The payload is no longer wanted once the row is closed: it holds personal data or a secret. */
  readonly forgets: boolean
  /** From when on a call is of no use any more; null: never. */
  expiresAt?(row: OutgoingRow): number | null
  /** Makes the call under the row's id. The same id may come again: the other side counts it once. */
  send(row: OutgoingRow, signal: AbortSignal): Promise<Outcome>
  /** Asks what became of a call whose answer is not known. Without it the call is made again. */
  resolve?(row: OutgoingRow, signal: AbortSignal): Promise<Outcome>
}

/**
 * What the answer of an address says of a message to it, by its HTTP status: 3xx and 4xx never get better, but for being too slow or too fast
 * (408, 429); anything else may.
 */
export function outcomeOfStatus(status: number, error: string): Outcome {
  if (status >= 200 && status < 300) return { state: 'SENT' }
  const isRefused = status >= 300 && status < 500 && status !== 408 && status !== 429
  return { state: isRefused ? 'FAILED' : 'AGAIN', error }
}

export type Couriers = Partial<Readonly<Record<OutgoingKind, Courier>>>
