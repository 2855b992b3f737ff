import { Button } from '@maru/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { appTexts } from '../shell/texts.ts'

/** The end of a sheet: leaving it, beside what `children` do. */
export function SheetEnd({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const t = useTexts(appTexts)
  return (
    <div className="sheet-a">
      <Button size={52} onClick={onClose}>
        {t('cancel')}
      </Button>
      {children}
    </div>
  )
}
