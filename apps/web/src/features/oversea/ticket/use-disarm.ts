import { textOf } from '@maru/client/i18n/texts'
import { toast } from '@maru/ui'
import { useEffect, useRef } from 'react'
import { ticketTexts } from './texts.ts'

/** One-touch ends by itself when nothing was touched for so long. */
const idleMs = 3 * 60_000
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** While one-touch is armed: ends it when the page is hidden or nobody has touched it for a while. */
export function useDisarm(isArmed: boolean, disarm: () => void) {
  const latest = useRef(disarm)
  latest.current = disarm
  useEffect(() => {
    if (!isArmed) return
    const end = () => {
      latest.current()
      toast({ title: textOf(ticketTexts, 'touchOff'), tone: 'info' })
    }
    let timer = setTimeout(end, idleMs)
    const touched = () => {
      clearTimeout(timer)
      timer = setTimeout(end, idleMs)
    }
    const hidden = () => document.visibilityState === 'hidden' && end()
    for (const sign of signsOfLife) document.addEventListener(sign, touched, { passive: true })
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfLife) document.removeEventListener(sign, touched)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [isArmed])
}
