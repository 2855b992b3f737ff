import './virtual-note.css'
import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import type { ReactNode } from 'react'

const virtualTexts = defineTexts('virtual', { points: '가상 포인트입니다.' }, { points: 'These are virtual points.' })

/** Stands by everything of demo mode that could be taken for real: for money, or for what `title` says. */
export function VirtualNote({ title, children }: { title?: string; children: ReactNode }) {
  const t = useTexts(virtualTexts)
  return (
    <p className="virt">
      <Icon name="info" />
      <span>
        <b>{title ?? t('points')}</b> {children}
      </span>
    </p>
  )
}
