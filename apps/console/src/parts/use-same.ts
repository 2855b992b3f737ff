import { useRef } from 'react'

/** The value of before as long as the new one says the same: what is drawn from it is not drawn again. */
export function useSame<T>(value: T): T {
  const kept = useRef(value)
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value
  return kept.current
}
