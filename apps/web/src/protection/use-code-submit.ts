import { isApiError } from '@maru/client/api/error'
import { type FormEvent, useState } from 'react'
import { errorText } from '../api/error-text.ts'

/** What a form does with a one-time code: it goes once, and what `onCode` throws is shown: a wrong code at its field. */
export function useCodeSubmit(onCode: (code: string) => Promise<unknown>) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isMismatch = isApiError(failure) && failure.code === 'OTP_MISMATCH'
  const text = failure === null ? undefined : errorText(failure)
  const clear = () => {
    setCode('')
    setFailure(null)
  }
  const submit = async (event: FormEvent, isWhole: boolean) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setFailure(null)
    try {
      await onCode(code)
    } catch (error) {
      setFailure(error)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  return {
    code,
    setCode,
    busy,
    submit,
    clear,
    /** For the field. */
    mismatch: isMismatch ? text : undefined,
    /** For the form. */
    fault: isMismatch ? undefined : text,
  }
}
