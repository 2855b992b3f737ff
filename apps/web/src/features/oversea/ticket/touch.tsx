import { Icon, Sheet, SwitchRow, toast } from '@maru/ui'
import { useEffect, useRef } from 'react'
import { textOf, useTexts } from '../../../i18n/texts.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
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

/** What one-touch means, and the switch that arms it. */
export function TouchSheet({ open, onClose, onArm }: { open: boolean; onClose: () => void; onArm: () => void }) {
  const t = useTexts(ticketTexts)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <span className="otk-w">
          <Icon name="warn" /> {t('touchTitle')}
        </span>
      }
    >
      <ul className="risk-l">
        <li>
          <b>{t('touchRisk1')}</b>
        </li>
        <li>{t('touchRisk2')}</li>
        <li>{t('touchRisk3')}</li>
        <li>{t('touchRisk4')}</li>
      </ul>
      <SwitchRow checked={false} onChange={onArm} label={t('touchArm')} hint={t('touchArmHint')} />
      <SheetEnd onClose={onClose} />
    </Sheet>
  )
}
