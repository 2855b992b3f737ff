import { call } from '@maru/client/api/client'
import type { Quote } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSecondsLeft } from '../../../live/index.ts'
import type { Pair } from './ends.ts'

/** How long an amount rests before it is asked about. */
const debounceMs = 300
/** After how long a price that is not there is asked for again. */
const retryMs = 3_000

export interface Offer {
  /** Null while none is known for the amount. */
  readonly quote: Quote | null
  /** What a quote before promised for the same amount, where it ran out; null: this is the first. */
  readonly before: Quote | null
  readonly secondsLeft: number
  readonly error: unknown
  /** Asks for another at once: the price was refused. */
  readonly renew: () => void
}

/** A price for an amount, asked for again when it has run out. */
export function useQuote({ from, to }: Pair, point: string | null): Offer {
  const asked = useDebounced(point)
  const [before, setBefore] = useState<{ readonly of: string; readonly quote: Quote } | null>(null)
  const name = `${from}_${to}_${asked}`
  const query = useQuery({
    queryKey: ['quote', from, to, asked],
    queryFn: () => call('GET /api/dnw/quote', { query: { from, to, point: asked! } }),
    enabled: asked !== null,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const isCurrent = asked === point && asked !== null
  const quote = isCurrent && !query.isError ? (query.data ?? null) : null
  const secondsLeft = useSecondsLeft(quote?.expiresAt ?? 0)
  const { refetch, isFetching } = query
  useEffect(() => {
    if (quote === null || secondsLeft > 0 || isFetching || document.hidden) return
    setBefore({ of: name, quote })
    void refetch()
  }, [quote, secondsLeft, isFetching, refetch, name])
  return {
    quote,
    before: before?.of === name && before.quote.quoteId !== quote?.quoteId ? before.quote : null,
    secondsLeft,
    error: isCurrent && query.isError ? query.error : null,
    renew: () => void refetch(),
  }
}

function useDebounced(value: string | null): string | null {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
