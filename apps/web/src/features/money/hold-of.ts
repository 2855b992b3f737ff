import type { MyWallet } from '@maru/contract'

export interface WholeHold {
  readonly cause: NonNullable<MyWallet['held']>[number]['cause']
  /** When all may leave again; null: no time is known. */
  readonly until: number | null
}

/** What keeps all of a wallet: of several holds the one that ends last, and one without an end before any other. null: money may leave. */
export function wholeHold({ held = [] }: Pick<MyWallet, 'held'>): WholeHold | null {
  const whole = held.filter(({ amount }) => amount === null)
  return whole.reduce<WholeHold | null>(
    (last, one) => (last === null || endOf(one) > endOf(last) ? { cause: one.cause, until: one.until } : last),
    null,
  )
}

const endOf = ({ until }: { readonly until: number | null }): number => until ?? Number.POSITIVE_INFINITY
