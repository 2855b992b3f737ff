import { call } from '@maru/client/api/client'
import { newKey } from '@maru/client/api/command'
import type { Asked } from '@maru/contract'
import { useState } from 'react'
import { errorText } from '../api/error-text.ts'

/** A code by message, and the request that it counts for. */
export interface SentCode {
  /** The request's key: at money-out its Idempotency-Key. */
  readonly key: string
  /** null: none was sent for this request. */
  readonly asked: Asked | null
  /** From when on (wall clock) another one can be asked for; 0: at once. */
  readonly resendAt: number
  readonly busy: boolean
  /** Why none could be sent. */
  readonly fault: string | undefined
  send(): Promise<void>
  /** The request is over: the next one has a key and a code of its own. */
  renew(): void
}

const toOwnPhone = (key: string) => call('POST /api/certi/certificate_phone', { body: { key } })

/** Holds the code of a request for as long as the caller lives, so that one that was sent counts when a sheet opens again. `ask` has it sent: to the member's own phone unless it says otherwise. */
export function useSentCode(ask: (key: string) => Promise<Asked> = toOwnPhone): SentCode {
  const [key, setKey] = useState(newKey)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [resendAt, setResendAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const send = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const sent = await ask(key)
      setAsked(sent)
      setResendAt(sent.resendAt)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const renew = () => {
    setKey(newKey())
    setAsked(null)
    setFailure(null)
  }
  return { key, asked, resendAt, busy, fault: failure === null ? undefined : errorText(failure), send, renew }
}
