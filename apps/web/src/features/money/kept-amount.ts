import type { WalletType } from '@maru/contract'
import { useEffect, useState } from 'react'

/** A form whose amount waits while the member proves an identity. */
type Form = 'deposit' | 'p2p' | `withdraw-${WalletType}`

const keyOf = (form: Form) => `maru:amount-${form}`

/** Keeps an amount for the way back: the check of an identity leaves for a page of its provider. */
export const keepAmount = (form: Form, amount: string): void => sessionStorage.setItem(keyOf(form), amount)

/** The amount that a form begins with: the one that was kept, once, or an empty text. */
export function useKeptAmount(form: Form): string {
  const [kept] = useState(() => sessionStorage.getItem(keyOf(form)) ?? '')
  useEffect(() => sessionStorage.removeItem(keyOf(form)), [form])
  return kept
}
