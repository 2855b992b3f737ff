import { useState } from 'react'

/** What stands for an amount that is hidden. */
export const hiddenAmount = '•••••'
const hiddenKey = 'maru:amounts-hidden'

/** Whether amounts are hidden, as the member left it, and how to change that. */
export function useHidden() {
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === '1')
  const toggle = () => {
    localStorage.setItem(hiddenKey, hidden ? '0' : '1')
    setHidden(!hidden)
  }
  return [hidden, toggle] as const
}
