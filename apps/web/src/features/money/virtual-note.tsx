import { Icon } from '@maru/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { moneyTexts } from './texts.ts'

/** Stands by everything of demo mode that could be taken for real money. */
export function VirtualNote({ children }: { children: ReactNode }) {
  const t = useTexts(moneyTexts)
  return (
    <p className="virt">
      <Icon name="info" />
      <span>
        <b>{t('virtual')}</b> {children}
      </span>
    </p>
  )
}
