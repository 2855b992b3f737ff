import { useBackCloses } from '@maru/ui'
import { useEffect, useState } from 'react'

/** A phone on its side: wide enough not to be one that stands with its keyboard open. */
const lying = '(orientation: landscape) and (max-height: 31.25em) and (min-width: 35em) and (pointer: coarse)'

/** Whether the chart fills the screen: when the member says so, and as long as the phone lies on its side. Going back ends it. */
export function useFullChart(): readonly [full: boolean, set: (full: boolean) => void] {
  const [full, setFull] = useState(() => matchMedia(lying).matches)
  useEffect(() => {
    const query = matchMedia(lying)
    const turn = () => setFull(query.matches)
    query.addEventListener('change', turn)
    return () => query.removeEventListener('change', turn)
  }, [])
  useBackCloses(full, () => setFull(false))
  return [full, setFull]
}
