import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../api/error-text.ts'

/** A check that was begun in this tab: the browser leaves for the provider's page and comes back. */
interface Begun {
  readonly key: string
  /** Wall clock. */
  readonly expiresAt: number
  /** What the page needs again after the way back: at sign-up the partner's code. */
  readonly note: string
}

const storageKey = 'maru:identity-check'
const lookMs = 1_500

/** Where the check of an identity stands. What the address of the page says of it counts for nothing: the server is asked by the key that this tab keeps. */
export function useIdentityCheck() {
  const [begun, setBegun] = useState(readBegun)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const outcome = useQuery({
    queryKey: ['identity-check', begun?.key],
    queryFn: () => call('POST /api/certi/nice_result', { body: { key: begun?.key ?? '' } }),
    enabled: begun !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'WAITING' && state.status !== 'error' ? lookMs : false),
    retry: false,
    gcTime: 0,
  })
  const forget = () => {
    sessionStorage.removeItem(storageKey)
    setBegun(null)
  }
  const begin = async (note = '') => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const { url, key, expiresAt } = await call('GET /api/certi/nice_id')
      sessionStorage.setItem(storageKey, JSON.stringify({ key, expiresAt, note } satisfies Begun))
      location.assign(url)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const state = begun === null || outcome.isError ? 'NONE' : (outcome.data?.state ?? 'WAITING')
  const isOver = isApiError(outcome.error) && outcome.error.code === 'OTP_EXPIRED'
  const fault = failure ?? (isOver ? null : outcome.error)
  return {
    state,
    /** Of who was found, masked. */
    name: outcome.data?.name ?? null,
    /** Why it was refused: a code of the catalogue. */
    code: outcome.data?.code ?? null,
    /** Signs up with it. */
    key: state === 'VERIFIED' ? begun?.key : undefined,
    busy,
    fault: fault === null ? undefined : errorText(fault),
    begin,
    forget,
  } as const
}
export type IdentityCheck = ReturnType<typeof useIdentityCheck>

/** What was kept for the way back. */
export const keptNote = (): string => readBegun()?.note ?? ''

function readBegun(): Begun | null {
  const kept = sessionStorage.getItem(storageKey)
  const begun = kept === null ? null : (JSON.parse(kept) as Begun)
  return begun !== null && begun.expiresAt > Date.now() ? begun : null
}
