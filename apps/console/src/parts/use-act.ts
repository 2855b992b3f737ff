import { newKey } from '@maru/client/api/command'
import { isApiError } from '@maru/client/api/error'
import { toast } from '@maru/ui'
import { useRef, useState } from 'react'
import { askProof } from '../session/proof.ts'
import { t } from './texts.ts'

/** Pauses before a call whose answer did not come is sent again under the same key, which changes nothing twice. */
const pausesMs = [500, 1_500]

/** Did the call only ask for a second person? */
const isWaiting = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && Object.keys(reply).join() === 'approvalId'

interface Act<T> {
  /** Sends the call under this Idempotency-Key. */
  readonly run: (key: string) => Promise<T>
  /** What is said when it was done; what waits for a second person says so itself. */
  readonly done: string
  readonly onDone?: (reply: T) => void
}

/** One act of staff: sent once however often it is repeated; its outcome is told. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const running = useRef(false)

  async function act<T>({ run, done, onDone }: Act<T>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      const reply = await sendProved(run)
      if (isWaiting(reply)) toast({ title: t('waitsForSecond'), text: t('secondSees') })
      else toast({ title: done })
      onDone?.(reply)
    } catch (error) {
      setFailure(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { act, busy, failure, forget: () => setFailure(null) }
}

/** Sends it; where the last code is too old, asks for one and sends it again under the same key. */
async function sendProved<T>(run: (key: string) => Promise<T>): Promise<T> {
  const key = newKey()
  try {
    return await sendOnce(run, key)
  } catch (error) {
    if (!isApiError(error) || error.code !== 'STEP_UP_REQUIRED' || !(await askProof())) throw error
    return sendOnce(run, key)
  }
}

async function sendOnce<T>(run: (key: string) => Promise<T>, key: string): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await run(key)
    } catch (error) {
      if (!isApiError(error) || !error.isAmbiguous) throw error
      await new Promise((rested) => setTimeout(rested, pause))
    }
  }
  return run(key)
}
